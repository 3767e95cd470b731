"""ViNTs (Zhao et al. 2005): wrappers from visual content lines and tag structures."""
