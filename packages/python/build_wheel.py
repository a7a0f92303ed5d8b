"""PEP 517 backend without dependencies: packs the arkhouse folder as a wheel, without the network."""

import base64
import hashlib
import os
import re
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = dict(re.findall(r'^([\w-]+) = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.M))
VERSION = re.findall(r'^VERSION = "(.*)"$', (HERE / "arkhouse/_operations.py").read_text(), re.M)[0]
# A release has the name that its publisher chose.
NAME = os.environ.get("ARKHOUSE_PYPI_NAME", PROJECT["name"])
# The parts of a file name are separated by "-".
STEM = f"{re.sub(r'[-_.]+', '_', NAME).lower()}-{VERSION}"

METADATA = f"""Metadata-Version: 2.1
Name: {NAME}
Version: {VERSION}
Summary: {PROJECT["description"]}
License: {PROJECT["license"]}
Requires-Python: {PROJECT["requires-python"]}
Description-Content-Type: text/markdown

"""


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"arkhouse/{path.name}": path.read_bytes() for path in sorted(HERE.glob("arkhouse/*.*"))}
    files[f"{STEM}.dist-info/METADATA"] = (METADATA + (HERE / "README.md").read_text()).encode()
    files[f"{STEM}.dist-info/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: build_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{STEM}.dist-info/licenses/LICENSE"] = (HERE / "../../LICENSE").read_bytes()
    record = f"{STEM}.dist-info/RECORD"
    hashes = {name: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=") for name, data in files.items()}
    lines = [f"{name},sha256={hashes[name]},{len(data)}" for name, data in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    wheel = f"{STEM}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # A fixed time: the same sources make the same bytes.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return wheel
