"""Property tests run the same examples every time and are never timed."""

from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("project")
