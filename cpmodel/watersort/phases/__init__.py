"""The phase formulation: pours into empty beakers cut time; at a given excess, is there a plan?"""
