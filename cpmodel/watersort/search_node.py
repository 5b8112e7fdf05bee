"""A node of a search: a state, and the move that led to it from the node before."""

from typing import Generic, NamedTuple, Optional, TypeVar

State = TypeVar("State")
Move = TypeVar("Move")


class Node(NamedTuple, Generic[State, Move]):
    """Node(start): the root, which no move led to."""

    state: State
    move: Move | None = None
    earlier: Optional["Node[State, Move]"] = None

    def moves(self) -> list[Move]:
        """The moves from the root to this node, in order."""
        node, backwards = self, list[Move]()
        while node.move is not None and node.earlier is not None:
            backwards.append(node.move)
            node = node.earlier
        return backwards[::-1]
