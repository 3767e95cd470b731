"""INDESIT (Blanco et al. 2005): pages like one sample, by the paths of links back to them."""
