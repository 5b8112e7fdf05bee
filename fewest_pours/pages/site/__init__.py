"""The page as a folder that any web host serves."""
