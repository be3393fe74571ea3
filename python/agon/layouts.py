"""A protocol's structs (agon.layout/1) as numpy dtypes.

A board has as many rows and columns as the match's parameters say, in an array that has room for the largest board. The dtype has
that room, so that all messages of a game have one dtype. fields() returns each array in the shape that it has in this message.
"""

import numpy as np

_NUMBERS = {"float": "f4", "double": "f8"}


def _element(field):
    """Returns the dtype of one element."""
    kind = field["type"]
    if isinstance(kind, dict):
        return dtype(kind)
    return np.dtype("u1" if kind == "text" else _NUMBERS.get(kind, kind))


def _shape(field):
    """Returns the shape of a field with room in its struct."""
    if not field["dimensions"]:
        return ()
    counts = [dimension["count"] for dimension in field["dimensions"]]
    dense = all(counts) and not any(dimension["stride"] for dimension in field["dimensions"])
    return tuple(counts) if dense and int(np.prod(counts)) == field["capacity"] else (field["capacity"],)


def dtype(struct, itemsize=None):
    """Returns the dtype of a struct without the arrays behind it. `itemsize` is the bytes of a message, if it is larger."""
    inside = [field for field in struct["fields"] if field["capacity"]]
    return np.dtype(
        {
            "names": [field["name"] for field in inside],
            "formats": [(_element(field), _shape(field)) for field in inside],
            "offsets": [field["offset"] for field in inside],
            "itemsize": itemsize or struct["size"],
        }
    )


def put(made, name, content):
    """Writes a field of a record, or of each of an array of records. Raises ValueError for what a field of whole numbers can't hold."""
    try:
        made[name] = content
        kept = made.dtype[name].base.kind not in "iu" or np.all(made[name] == content)
    except OverflowError:
        kept = False
    if not kept:
        raise ValueError(f"field {name} of {made.dtype[name].base} can't be {content}")


def message(struct, data):
    """Returns bytes as a structured array without dimensions, read-only. Its dtype has the arrays behind the struct, too."""
    behind = [field for field in struct["fields"] if not field["capacity"]]
    if not behind:
        return np.ndarray((), dtype(struct, len(data)), data)
    inside = dtype(struct)
    head = np.ndarray((), inside, data)
    names, formats = list(inside.names), [inside.fields[name][0] for name in inside.names]
    offsets = [inside.fields[name][1] for name in inside.names]
    for field in behind:
        counts = _counts(field, head)
        if 0 in counts:
            continue
        names.append(field["name"])
        formats.append((_element(field), tuple(counts)))
        offsets.append(int(head[field["offset_field"]]) if field["offset_field"] else field["offset"])
    whole = np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": len(data)})
    return np.ndarray((), whole, data)


def _counts(field, head):
    return [each["count"] or int(head[each["count_field"]]) for each in field["dimensions"]]


def fields(struct, data):
    """Returns a dict of all fields: numbers, texts, and arrays in the shape that they have in this message, read-only."""
    head = np.ndarray((), dtype(struct), data)
    found = {}
    for field in struct["fields"]:
        element = _element(field)
        if not field["dimensions"]:
            value = head[field["name"]]
            found[field["name"]] = value if element.names else value.item()
            continue
        counts = _counts(field, head)
        strides, step = [], element.itemsize
        for dimension, count in zip(reversed(field["dimensions"]), reversed(counts)):
            strides.insert(0, dimension["stride"] or step)
            step = strides[0] * count
        offset = int(head[field["offset_field"]]) if field["offset_field"] else field["offset"]
        if 0 in counts:
            found[field["name"]] = np.zeros(counts, element)
        else:
            found[field["name"]] = np.ndarray(counts, element, data, offset, strides)
        if field["type"] == "text" and len(counts) == 1:
            found[field["name"]] = found[field["name"]].tobytes().split(b"\0")[0].decode("utf-8", "replace")
    return found
