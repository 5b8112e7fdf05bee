"""Files are written whole or not at all, and never over what is read."""

import pytest

from fewest_pours.files.output_files import write_file, write_new


def breaks_off():
    yield b"half"
    raise ValueError("no more")


def test_an_old_file_stays_until_the_new_one_is_complete(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(ValueError, match="no more"):
        write_file(str(path), breaks_off())
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]
    write_file(str(path), [b"new ", b"text"])
    assert [file.read_text() for file in tmp_path.iterdir()] == ["new text"]


def test_a_new_file_never_replaces_another(tmp_path):
    path = tmp_path / "folder" / "x"
    write_new(path, "first")
    with pytest.raises(FileExistsError) as caught:
        write_new(path, "second")
    assert (path.read_text(), caught.value.filename) == ("first", str(path))


def test_rights_and_links_stay(tmp_path):
    path, link = tmp_path / "x", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(str(link), [b"new"])
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)


def test_devices_are_written_directly_and_folders_refused(tmp_path):
    write_file("/dev/null", [b"x"])
    with open(tmp_path / "out", "w+", encoding="ascii") as out:
        print("an answer", file=out, flush=True)
        write_file(f"/dev/fd/{out.fileno()}", [b"and a plan"])
    assert (tmp_path / "out").read_text() == "an answer\nand a plan"
    with pytest.raises(IsADirectoryError):
        write_file("/", [b"x"])
