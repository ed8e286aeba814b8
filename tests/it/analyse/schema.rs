//! The schema against the manual, the program, and every object of the other tests.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::answers;

const MANUAL: &str = include_str!("../../../docs/analyse.md");

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../docs/analyse.schema.json")).expect("JSON")
});

fn definition(name: &str) -> &'static Value {
    let definition = &SCHEMA["$defs"][name];
    assert!(definition.is_object(), "no definition of {name}");
    definition
}

/// Checks an object that a test sends.
#[track_caller]
pub(super) fn check_input(object: &Value) {
    let name = if object.get("action").is_some() { "action" } else { "query" };
    assert_eq!(flaw(definition(name), object), None, "{object}");
}

/// Checks an object that the program has written.
#[track_caller]
pub(super) fn check_output(object: &Value) {
    let name = if object.get("action").is_some() {
        "echo"
    } else if object.get("turnNumber").is_some() {
        "reply"
    } else {
        "complaint"
    };
    assert_eq!(flaw(definition(name), object), None, "{object}");
}

/// The words of the schema that [`flaw`] understands, or that do not matter for a check.
const KNOWN: [&str; 15] = [
    "$ref",
    "additionalProperties",
    "const",
    "description",
    "enum",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "oneOf",
    "properties",
    "required",
    "type",
    "$defs",
];

/// Returns the first difference of a value from a schema. `null` stands for an absent field.
fn flaw(schema: &Value, value: &Value) -> Option<String> {
    let unknown = schema.as_object()?.keys().find(|key| !KNOWN.contains(&key.as_str()));
    assert_eq!(unknown, None, "the check does not know this word");
    if let Some(name) = schema["$ref"].as_str() {
        return flaw(definition(name.strip_prefix("#/$defs/").expect("a definition")), value);
    }
    let wrong = || Some(format!("{value} is not {schema}"));
    if let Some(one_of) = schema["oneOf"].as_array() {
        let fits = one_of.iter().filter(|schema| flaw(schema, value).is_none()).count();
        return if fits == 1 { None } else { wrong() };
    }
    let is_of_type = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        _ => true,
    };
    let is_allowed = schema["enum"].as_array().is_none_or(|words| words.contains(value));
    let is_constant = schema.get("const").is_none_or(|only| only == value);
    let number = value.as_f64().unwrap_or(0.0);
    let is_in_range = schema["minimum"].as_f64().is_none_or(|least| number >= least)
        && schema["maximum"].as_f64().is_none_or(|most| number <= most);
    let length = value.as_array().map_or(0, Vec::len) as u64;
    let has_length = schema["minItems"].as_u64().is_none_or(|least| length >= least)
        && schema["maxItems"].as_u64().is_none_or(|most| length <= most);
    if !(is_of_type && is_allowed && is_constant && is_in_range && has_length) {
        return wrong();
    }
    let items = value.as_array().filter(|_| schema.get("items").is_some());
    let of_items =
        items.and_then(|items| items.iter().find_map(|item| flaw(&schema["items"], item)));
    of_items.or_else(|| flaw_of_fields(schema, value))
}

fn flaw_of_fields(schema: &Value, value: &Value) -> Option<String> {
    let object = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let missing = required
        .filter(|name| !object.contains_key(*name))
        .map(|name| format!("{name} is missing"));
    let fields = object.iter().filter(|(_, value)| !value.is_null());
    let wrong = fields.filter_map(|(name, value)| match schema["properties"].get(name) {
        Some(schema) => flaw(schema, value),
        None if schema["additionalProperties"] == false => Some(format!("{name} is unknown")),
        None => None,
    });
    missing.chain(wrong).next()
}

#[test]
fn the_manual_has_the_fields_of_the_schema() {
    let tables = ["query", "action", "reply", "rootInfo", "moveInfo", "solved", "complaint"];
    let mut rows = Vec::new();
    for name in tables {
        for (field, schema) in definition(name)["properties"].as_object().expect("fields") {
            let description = schema["description"].as_str().expect("each field has a description");
            rows.push(format!("| `{field}` | {description} |"));
        }
    }
    let missing: Vec<&String> =
        rows.iter().filter(|row| !MANUAL.lines().any(|line| line == **row)).collect();
    assert!(missing.is_empty(), "the manual lacks {missing:#?}");
    let fields = MANUAL.split("\n## Fields\n").nth(1).expect("a chapter");
    let fields = fields.split("\n## ").next().expect("split gives a part");
    let shown = fields.lines().filter(|line| line.starts_with("| `"));
    let surplus: Vec<&str> = shown.filter(|line| !rows.iter().any(|row| row == line)).collect();
    assert!(surplus.is_empty(), "the schema lacks {surplus:#?}");
}

#[test]
fn the_program_knows_the_fields_of_the_schema() {
    let properties = definition("query")["properties"].as_object().expect("fields");
    // A field with a value of the wrong type is an error or a warning about that field; an unknown one is not.
    for name in properties.keys().filter(|name| *name != "id") {
        let mut query = json!({ "id": "q", "maxVisits": 10 });
        query[name] = json!({ "wrong": 1 });
        let objects = answers(&[], &query.to_string());
        let is_known =
            name == "komi" || objects[0]["field"] == *name && objects[0]["code"] != "unknown-field";
        assert!(is_known, "{name}: {objects:?}");
    }
    let objects = answers(&[], r#"{"id":"q","maxVisits":10,"max_visits":10}"#);
    assert_eq!(objects[0]["code"], "unknown-field");
    let actions = definition("action")["properties"]["action"]["enum"].as_array().expect("words");
    for action in actions {
        let object = json!({ "id": "q", "action": action, "terminateId": "x" });
        assert_eq!(answers(&[], &object.to_string()).last().expect("an echo")["action"], *action);
    }
}

#[test]
fn flaws_are_found() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer", "minimum": 1 },
        "b": { "type": "array", "items": { "enum": ["x"] }, "minItems": 1 } }, "required": ["a"],
        "additionalProperties": false });
    assert_eq!(flaw(&schema, &json!({ "a": 1, "b": ["x"] })), None);
    for wrong in [
        json!({}),
        json!({ "a": 0 }),
        json!({ "a": 1.5 }),
        json!({ "a": 1, "c": 1 }),
        json!(7),
        json!({ "a": 1, "b": ["y"] }),
        json!({ "a": 1, "b": [] }),
    ] {
        assert!(flaw(&schema, &wrong).is_some(), "{wrong}");
    }
}
