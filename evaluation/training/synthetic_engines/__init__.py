"""Made-up result pages in the looks of 1997 to 2022: how general is what is learned?"""
