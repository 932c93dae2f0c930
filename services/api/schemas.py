"""Schemas: what messages look like, as JSON Schema; of each game a part of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias, get_type_hints

import msgspec
from msgspec import UNSET, inspect

from domain.codec import tag
from domain.kernel import AnyRules, Event

Schema: TypeAlias = dict[str, Any]

COMPONENTS = "#/components/schemas/"
EXAMPLE_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
EXAMPLE_VERSION = 7


def schema_of(wanted: Any) -> Schema:
    """Return the schema of one struct, without those that it refers to."""
    _, components = msgspec.json.schema_components([wanted], schema_hook=_anything)
    found: Schema = components[wanted.__name__]
    return found


def schemas_of(asked: Sequence[Any], answered: Sequence[Any], prefix: str = "") -> tuple[Sequence[Schema], Schema]:
    """Return a schema for each type, `asked` first, and the components that they refer to by prefixed names.

    What is answered always has all its fields; of what is asked those with a default may be left out.
    """
    template = f"{COMPONENTS}{prefix}{{name}}"
    schemas, components = msgspec.json.schema_components(
        [*asked, *answered], schema_hook=_anything, ref_template=template
    )
    complete = {found.cls.__name__: _always(found) for found in _structs(inspect.multi_type_info(answered), set())}
    loose = {found.cls.__name__ for found in _structs(inspect.multi_type_info(asked), set())}
    for name, schema in components.items():
        if name in complete and name not in loose:
            schema["required"] = complete[name]
        tagged = schema.get("properties", {}).get("type", {})
        if "enum" in tagged:
            schema["properties"]["type"] = {"type": "string", "const": tagged["enum"][0]}
    return list(schemas), {f"{prefix}{name}": schema for name, schema in components.items()}


def part_of(rules: AnyRules) -> Schema:
    """Return the components that describe one game: its moves, events, view and options, with examples."""
    view = get_type_hints(rules.view).get("return", object)
    refs, components = schemas_of([*rules.moves, rules.options], [*rules.events, view], f"{rules.name}.")
    moves, events = refs[: len(rules.moves)], refs[len(rules.moves) + 1 : -1]
    for move, ref in zip(rules.moves, moves, strict=True):
        examples = [msgspec.to_builtins(example) for example in rules.examples.moves if type(example) is move]
        named(components, ref)["examples"] = examples
    for event, ref in zip(rules.events, events, strict=True):
        as_shown(named(components, ref), (example for example in rules.examples.events if type(example) is event))
    return components | {
        f"{rules.name}.AnyMove": one_of(dict(zip(map(tag, rules.moves), moves, strict=True))),
        f"{rules.name}.AnyEvent": one_of(dict(zip(map(tag, rules.events), events, strict=True))),
        f"{rules.name}.State": refs[-1],
    }


def as_shown(schema: Schema, examples: Iterable[Event]) -> None:
    """Make the schema of a stored event that of an event as it is shown: with version and time."""
    shown = {"version": {"type": "integer", "minimum": 1}, "at": {"type": "string", "format": "date-time"}}
    schema["properties"] = shown | schema["properties"]
    schema["required"] = list(schema["properties"])
    own = {"version": EXAMPLE_VERSION, "at": msgspec.to_builtins(EXAMPLE_AT)}
    schema["examples"] = [own | msgspec.to_builtins(example) for example in examples]


def one_of(members: Mapping[str, Schema]) -> Schema:
    """Return a union whose members are told apart by their `type`."""
    names = {name: schema["$ref"] for name, schema in members.items()}
    return {"oneOf": list(members.values()), "discriminator": {"propertyName": "type", "mapping": names}}


def named(components: Schema, ref: Schema) -> Schema:
    """Return the component that a reference names."""
    found: Schema = components[ref["$ref"].removeprefix(COMPONENTS)]
    return found


def _always(struct: inspect.StructType) -> Sequence[str]:
    """Return the fields that a struct always has when it is written down: not those that may be unset."""
    sparing = struct.cls.__struct_config__.omit_defaults
    own = [] if struct.tag_field is None else [struct.tag_field]
    unset = {field.encode_name for field in msgspec.structs.fields(struct.cls) if field.default is UNSET}
    fields = (field for field in struct.fields if field.required or not sparing)
    return [*own, *(field.encode_name for field in fields if field.encode_name not in unset)]


def _structs(found: Any, seen: set[type]) -> Iterator[inspect.StructType]:
    """Yield every struct that types are made of, once."""
    if isinstance(found, inspect.StructType):
        if found.cls in seen:
            return
        seen.add(found.cls)
        yield found
    if isinstance(found, inspect.Type | inspect.Field):
        for name in found.__struct_fields__:
            yield from _structs(getattr(found, name), seen)
    elif isinstance(found, Sequence) and not isinstance(found, str):
        for one in found:
            yield from _structs(one, seen)


def _anything(unknown: type) -> Schema:
    """Describe what is declared as no more than some value."""
    if unknown is not object:
        raise NotImplementedError
    return {"description": "Some value."}
