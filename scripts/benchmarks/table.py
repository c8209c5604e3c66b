"""The table a reader gets: one row for each contestant of each piece of work."""
import dataclasses


@dataclasses.dataclass
class Row:
    work: str
    who: str
    speed: str
    cost: str = ""
    ratio: float | None = None
    budget: str = ""
    met: bool | None = None


def show(rows):
    print("| work | who | speed | cost | ours ÷ theirs | budget | met |\n|---|---|---|---|---|---|---|")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        met = "" if row.met is None else "yes" if row.met else "NO"
        print(f"| {row.work} | {row.who} | {row.speed} | {row.cost} | {ratio} | {row.budget} | {met} |")
