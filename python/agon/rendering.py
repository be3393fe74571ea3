"""What the environments' render() does."""

MODES = ["human", "ansi", "html"]
FPS = 4  # for programs that show a match


def checked(mode):
    """Returns the mode if it is None or one of MODES."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is None, {', '.join(map(repr, MODES[:-1]))} or {MODES[-1]!r}, not {mode!r}")
    return mode


def rendered(state, mode):
    """Returns the board as text or as HTML, or prints it and returns None. Without a mode or a state: None."""
    if mode is None or state is None:
        return None
    if mode == "human":
        print(state.draw())
        return None
    return state.html() if mode == "html" else state.draw()
