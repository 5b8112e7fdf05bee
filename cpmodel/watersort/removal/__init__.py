"""The removal formulation: the order in which runs leave their places; is there any plan at all?"""
