"""What the accessibility bus says of an application: one JSON list of {role, name, x, y, width, height}, screen pixels.

Only what is showing, with a size. Arguments: pid of the application. The bus is found through the environment.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402 (the version must be chosen first)


def application(pid):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child is not None and child.get_process_id() == pid:
            return child
    return None


def walk(accessible, found):
    states = accessible.get_state_set()
    if states.contains(Atspi.StateType.SHOWING):
        extents = accessible.get_extents(Atspi.CoordType.SCREEN)
        if extents.width > 0 and extents.height > 0:
            found.append(
                {
                    "role": accessible.get_role_name(),
                    "name": accessible.get_name(),
                    "x": extents.x,
                    "y": extents.y,
                    "width": extents.width,
                    "height": extents.height,
                }
            )
    for index in range(accessible.get_child_count()):
        child = accessible.get_child_at_index(index)
        if child is not None:
            walk(child, found)


root = application(int(sys.argv[1]))
elements = []
if root is not None:
    walk(root, elements)
print(json.dumps(elements))
