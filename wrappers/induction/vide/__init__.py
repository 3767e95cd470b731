"""ViDE (Liu, Meng, Meng 2010): records and items from what a page looks like."""
