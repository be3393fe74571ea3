"""The picture that a contest's tester draws of an output: shown, and shut off from its page."""

import socket

import browser
from serving import ServedTest

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>alert(1)</script><circle r="9"/></svg>'
HTML = """<!doctype html><style>p { color: rgb(1, 2, 3) }</style><p id="drawn">out</p><img src="http://127.0.0.1:%s/x.png">
<script>parent.document.title = "owned"; document.getElementById("drawn").textContent = "ran"</script>"""


class Picture(ServedTest):
    def setUp(self):
        super().setUp()
        self.elsewhere = self.enterContext_(socket.create_server(("127.0.0.1", 0)))
        self.html = HTML % self.elsewhere.getsockname()[1]

    def drawn(self, command, content=""):
        """Plays a case of a contest whose picture is printed by that command."""
        contest = self.folder / "contest"
        contest.mkdir(exist_ok=True)
        (contest / "drawn").write_text(content)
        (contest / "game.toml").write_text("generator = 'echo {seed}'\nscore = '(.*)'\n" + """tester = "cat {output}; echo '<p>tested' >{picture}"\n"""
                                           f"picture = '{command}'\n")
        self.record("match.jsonl", "--game", "./contest", "--seed", "7", "--plugin", "run:cat")

    def exported(self, command, content=""):
        self.drawn(command, content)
        self.run_host("replay", "match.jsonl", "--game", "./contest", "--html", "page.html")
        self.open_file("page.html")
        self.wait(lambda: self.text(".count") == "1 / 1", "the end is shown")

    def check_image(self):
        self.wait(lambda: self.script("return document.querySelector('img.picture')?.naturalWidth") == 90, "the image is drawn")

    def check_frame(self):
        """HTML has its styles; it runs no scripts, and loads nothing."""
        frame = self.one("iframe.picture")
        self.assertEqual("", frame.get_attribute("sandbox"))
        browser.browser.switch_to.frame(frame)
        drawn = self.one("#drawn")
        self.assertEqual("out", drawn.text)
        self.assertEqual("rgba(1, 2, 3, 1)", drawn.value_of_css_property("color"))
        browser.browser.switch_to.default_content()
        self.assertNotEqual("owned", browser.browser.title)
        self.elsewhere.settimeout(0.2)
        self.assertRaises(TimeoutError, self.elsewhere.accept)

    def test_in_svg_is_an_image(self):
        self.exported("cat {output} >&2; cat drawn", SVG)
        self.check_image()
        self.assertEqual("7", self.text(".lines pre"))  # the line with the score
        self.assertEqual("7\n", self.text(".turn pre"))
        self.go(0)
        self.assertFalse(self.all(".picture"))

    def test_in_html_is_a_frame_that_can_do_nothing(self):
        self.exported("cat {output} >&2; cat drawn", self.html)
        self.check_frame()

    def test_may_be_written_by_the_tester_itself(self):
        self.exported("cat {picture}")
        browser.browser.switch_to.frame(self.one("iframe.picture"))
        self.assertEqual("tested", self.one("p").text)

    def test_that_fails_is_told(self):
        for command, told in (("cat {output}", "the picture is neither SVG nor HTML in UTF-8, but begins with '7'"),
                              ("echo no pen >&2; exit 3 {output}", "its picture failed, with exit status 3: no pen"),
                              ("head -c 4194305 /dev/zero; : {output}", "the picture has 4194305 bytes, and at most 4194304 are shown")):
            self.exported(command)
            self.assertEqual(told, self.text(".stage .problem"))

    def test_is_on_the_pages_of_a_server(self):
        for content, check in ((SVG, self.check_image), (self.html, self.check_frame)):
            self.drawn("cat {output} >&2; cat drawn", content)
            self.serve("match.jsonl", "--game", "./contest")
            self.open_match("file-1")
            self.wait(lambda: self.all(".picture"), "the picture is there")
            check()
            self.stop()
