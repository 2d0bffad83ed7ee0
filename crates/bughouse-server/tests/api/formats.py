"""Valid texts of the formats that the OpenAPI spec names, for requests that the server should accept."""

import schemathesis
from hypothesis import strategies as st

boards = st.sampled_from(
    [
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1",
        "r1bqk2r/2p4p/8/PpP1pP2/8/8/8/4K3[QQnnpp] b kq - 0 9",
        "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1",
        "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1",
        "8/P6k/8/8/8/8/7p/K7[] w - - 12 40",
    ]
)

half_moves = st.sampled_from(
    [
        "*",
        "1A. e4 *",
        "1A. e4{180} 1a. e5{179.5} 1B. d4{180} 1b. d5{180} 2A. Nf3{178} *",
        "1A. f3 1a. e5 2A. g4 2a. Qh4# {The mate is soft} 0-1",
        "1A. e4 (1A. d4 1a. d5 (1a. Nf6)) 1a. d5 2A. exd5 1B. e4 1b. P@d5 *",
        "1A. e4 {C:a comment} $1 1a. e5 ! *",
    ]
)

# Everything except quotes, backslashes and control characters.
names = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"], exclude_characters='"\\'), max_size=20
)


@st.composite
def games(draw: st.DrawFn) -> str:
    tags = [f'[{tag} "{draw(names)}"]' for tag in ("Event", "WhiteA", "BlackA", "WhiteB", "BlackB")]
    return "\n".join(tags) + "\n\n" + draw(half_moves) + "\n"


terms = st.sampled_from(
    ["mate", "capture", "drop:N@f3", "rating>=1500", "player:anna", "date:2000..2010", "end:checkmate", "by:BlackB"]
)
queries = st.recursive(
    terms,
    lambda query: st.one_of(
        st.tuples(query, query).map(lambda both: f"({both[0]}) or ({both[1]})"),
        st.tuples(terms, terms).map(lambda both: f"{both[0]} then {both[1]}"),
        query.map(lambda one: f"not ({one})"),
    ),
    max_leaves=4,
)

days = st.dates().map(lambda day: day.strftime("%Y-%m-%d").zfill(10))

schemathesis.openapi.format("board", boards)
schemathesis.openapi.format("position", st.one_of(boards, st.tuples(boards, boards).map(" | ".join)))
schemathesis.openapi.format("bpgn", games())
schemathesis.openapi.format("query", queries)
schemathesis.openapi.format("day", st.one_of(days, days.map(lambda day: day[:7]), days.map(lambda day: day[:4])))
schemathesis.openapi.format("time-control", st.sampled_from(["180+0", "120", "300+2", "60+0.5"]))
schemathesis.openapi.format("end-reason", st.sampled_from(["checkmate", "resignation", "time", "other"]))
