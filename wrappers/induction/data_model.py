"""The data model that an engine's records follow, written as an XML Schema to accept or change.

Ferrara and Baumgartner 2011, section 4: occurrence restrictions of child instances, and data types.
"""

from collections.abc import Sequence

from wrappers.extraction.constraints.constraints import DataType, is_of_type
from wrappers.extraction.data_model.checking import MODEL_FIELDS
from wrappers.extraction.records.record import ResultRecord

# Data types as patterns: what a text must hold, whatever the language.
_PATTERNS = {
    DataType.URL: r"https?://.*",
    DataType.DATE: r".*\d.*",
    DataType.PRICE: r".*\d.*",
    DataType.NUMBER: r"[^\p{L}]*",
    DataType.TEXT: r".*\p{L}.*",
}
_NAMED = {
    "url": DataType.URL,
    "thumbnail": DataType.URL,
    "date": DataType.DATE,
    "price": DataType.PRICE,
}


def learn_data_model(records: Sequence[ResultRecord]) -> str:
    """Return the schema that records keep to: which fields they have, of which type.

    What some lack is optional. `item` is every data item of a record: as many as the fewest had.
    """
    types = "".join(
        f'  <xs:simpleType name="{kind}">\n    <xs:restriction base="xs:string">'
        f'<xs:pattern value="{pattern}"/></xs:restriction>\n  </xs:simpleType>\n'
        for kind, pattern in _PATTERNS.items()
    )
    fields = "".join(
        f'        <xs:element name="{name}" type="{_type_of(name, records)}"'
        f"{'' if _is_in_all(name, records) else ' ' + _OPTIONAL}/>\n"
        for name in MODEL_FIELDS
    )
    fewest = min((len(record.items) for record in records), default=0)
    return (
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\n'
        f"{types}"
        '  <xs:element name="records"><xs:complexType><xs:sequence>\n'
        '    <xs:element name="record" minOccurs="0" maxOccurs="unbounded">'
        "<xs:complexType><xs:sequence>\n"
        f"{fields}"
        f'        <xs:element name="item" type="xs:string" minOccurs="{fewest}"'
        ' maxOccurs="unbounded"/>\n'
        "    </xs:sequence></xs:complexType></xs:element>\n"
        "  </xs:sequence></xs:complexType></xs:element>\n"
        "</xs:schema>\n"
    )


_OPTIONAL = 'minOccurs="0"'


def _is_in_all(name: str, records: Sequence[ResultRecord]) -> bool:
    return bool(records) and all(getattr(record, name) for record in records)


def _type_of(name: str, records: Sequence[ResultRecord]) -> str:
    """Return the data type of a field, that of any text where its values have none."""
    values = [value for record in records if (value := getattr(record, name))]
    kinds = (_NAMED[name],) if name in _NAMED else (DataType.NUMBER, DataType.TEXT)
    found = (kind for kind in kinds if values and all(is_of_type(v, kind) for v in values))
    return str(next(found, "xs:string"))
