"""Work that outlives a process: leases on rows, crawls as rows, standing schedules."""
