"""Result pages changed: the same truth in the markup of other times and sites.

All pages of a site change alike, so that what two of them teach can be tried on a third.
"""
