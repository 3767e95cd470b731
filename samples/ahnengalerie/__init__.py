"""Ahnengalerie: family trees of classes as pictures, in German, in a grid."""
