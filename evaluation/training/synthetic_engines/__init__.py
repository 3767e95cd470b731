"""Made-up result pages in the templates of 1997 to 2022: how general is what is learned?"""
