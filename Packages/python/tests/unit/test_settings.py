"""The options of pytest, and the errors for wrong ones."""

import pytest

# Any program that exists, because no test starts it.
PROGRAM = "--causeway=sh"
TEST = "def test_it(page): pass"


@pytest.mark.parametrize(("option", "part"), [
    ("--causeway=/no/such/program", "there is no program /no/such/program; build Causeway"),
    ("--causeway-driver=localhost", "localhost is not an address; name the one that `causeway driver` prints"),
    ("--causeway-artifacts=a-file", "is a file; name a folder"),
])
def test_a_wrong_option_says_what_to_do(pytester: pytest.Pytester, option: str, part: str) -> None:
    pytester.makepyfile(TEST)
    (pytester.path / "a-file").touch()
    result = pytester.runpytest_subprocess(option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert part in result.stderr.str()


def test_no_program(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(pytester.path))
    pytester.makepyfile(TEST)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    assert "There is no program causeway on PATH" in result.stdout.str()


def test_a_program_in_the_configuration_file(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ncauseway = tools/causeway")
    pytester.makepyfile("def test_it(causeway_program): assert causeway_program.endswith('/tools/causeway')")
    (pytester.path / "tools").mkdir()
    program = pytester.path / "tools/causeway"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (pytester.path / "sub").mkdir()
    pytester.runpytest_subprocess("--rootdir=.").assert_outcomes(passed=1)


def test_a_driver_that_does_not_answer(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TEST)
    result = pytester.runpytest_subprocess("--causeway-driver=http://127.0.0.1:1")
    result.assert_outcomes(errors=1)
    assert "No driver answers at http://127.0.0.1:1" in result.stdout.str()


def test_a_program_that_is_no_driver(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TEST)
    result = pytester.runpytest_subprocess("--causeway=false")
    result.assert_outcomes(errors=1)
    assert "ended before it printed its address" in result.stdout.str()


def test_the_marker_is_declared(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("--markers")
    assert "@pytest.mark.causeway(page=" in result.stdout.str()
