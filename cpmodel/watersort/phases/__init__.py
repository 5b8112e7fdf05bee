"""The phase formulation: time is cut by the E pours; at a given excess, is there a plan?"""
