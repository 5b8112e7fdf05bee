"""Makes certificates and writes them to files. A new kind of witness is made here, and checked in instances/checker."""
