import CalqueArguments

/// The tool's version, as `--version` prints it.
public let calqueVersion = "0.1.0"

/// The command line as data: what is parsed and what the help shows.
public let calqueDefinition = CommandDefinition(
  "calque", abstract: "Measure native controls in screenshots, to a fraction of a pixel.",
  discussion: """
    Finds what a screen is made of (shapes, rings, text, rulers, tab bars, dials), how large each element is, and how \
    they stand to each other.

    Lengths are given in px and, where the scale is known, in pt, with one standard deviation. Angles are degrees, \
    clockwise from twelve o'clock. Positions are continuous pixels: 0,0 is the top left corner of the picture.
    """,
  subcommands: [measureDefinition, unrollDefinition, profileDefinition, typeDefinition],
  version: "calque \(calqueVersion)")

private let maxPixels = ArgumentDefinition.option(
  "max-pixels", "n", help: "Refuse pictures with more pixels than this. (default: 200000000)")
private let scale = ArgumentDefinition.option(
  "scale", "px-per-pt",
  help: "Pixels per point: 1, 2, 3 or any number; 3x and @3x mean 3. (default: from the file name or the size)")

let measureDefinition = CommandDefinition(
  "measure", abstract: "Find every element and print its numbers.",
  discussion: """
    Finds rectangles, rounded rectangles, capsules, circles, rings and arcs, lines of text, rulers, tab bars, and dials: \
    round scales of at least seven ticks or dots, whole or in part, as of a camera's zoom, a gauge or a clock. Heights \
    are taken on the vertical midline, widths on the horizontal one. Text is measured, not read. What is seen and \
    cannot be measured is refused with the reason.

    Exit codes: 0 done; 1 nothing of the --kind asked for; 64 wrong arguments; 65 no readable image; 66 no such file; \
    73 an output cannot be written; 74 reading or writing broke off. With several files the highest code wins.
    """,
  arguments: [
    .positional("image", repeats: true, help: "PNG, JPEG, HEIC, AVIF or WebP files; - reads standard input."),
    .flag("json", help: "Print JSON: with several images one object a line, in the order given."),
    .flag("csv", help: "Print a CSV row for each element and for each tick of a dial, in place of the table."),
    scale,
    .option("roi", "x,y,w,h", help: "Look only at elements whose middle lies in this rectangle, px."),
    .option("at", "x,y", help: "Only the innermost element there, in full, px; of dials also the nearest."),
    .option(
      "kind", "kind", repeats: true,
      help:
        "Only these kinds, separated by commas: dial, ring, arc, ruler, tabs, capsule, roundedRect, rect, circle, text."
    ),
    .option(
      "annotate", "file.png",
      help: "Draw what was measured over the picture, as PNG. Takes one image, or --combine."),
    .flag("combine", help: "The images show one control at different values: fit them together."),
    .option("threads", "n", help: "Use at most this many threads. (default: one a processor)"),
    maxPixels,
    .flag("timings", help: "Say how long each stage took, in ms."),
    .flag("quiet", short: "q", help: "No notes, warnings or progress on standard error."),
  ])

let unrollDefinition = CommandDefinition(
  "unroll", abstract: "Write the polar strip of a dial: arc length to the right, radius upwards.",
  discussion: """
    Without --center and --radius the first dial that is found is unrolled; when there is none, the exit code is 65. \
    The strip has one pixel a pixel of arc on the radius; where the picture ends it is transparent. Cells average what \
    falls into them.
    """,
  arguments: [
    .positional("image", help: "The picture; - reads standard input."),
    .option(
      "output", short: "o", "file.png", required: true, help: "Where the strip is written; - is standard output."),
    .option("center", "x,y", help: "The dial's centre, px; it may lie outside the picture."),
    .option("radius", "px", help: "The circle on which the strip is true to scale."),
    .option("from", "deg", help: "The left edge's angle. (default: where the dial begins, or -180)"),
    .option("to", "deg", help: "The right edge's angle, clockwise of --from. (default: where the dial ends, or 180)"),
    .option("inner", "px", help: "The bottom edge's radius. (default: 34 pt inside the circle)"),
    .option("outer", "px", help: "The top edge's radius. (default: 8 pt outside the circle)"),
    .option("cell", "px", help: "Pixels of the picture a pixel of the strip; larger ones shrink it. (default: 1)"),
    scale,
    .flag("json", help: "Print the strip's geometry."),
    maxPixels,
    .flag("quiet", short: "q", help: "No notes or warnings on standard error."),
  ])

let profileDefinition = CommandDefinition(
  "profile", abstract: "Read brightness along a line or an arc, as CSV.",
  discussion: """
    Columns: s_px, s_pt, x, y, r, g, b, luma. Colours are 0 to 255 as encoded in the picture, read bilinearly; luma is \
    0.2126 R + 0.7152 G + 0.0722 B. Points outside the picture have empty colours.
    """,
  arguments: [
    .positional("image", help: "The picture; - reads standard input."),
    .option("line", "x0,y0,x1,y1", help: "From one point to another, px."),
    .option("arc", "cx,cy,r,from,to", help: "Along a circle, px, clockwise between two angles in degrees."),
    .option("step", "px", help: "Between two readings. (default: 0.5)"),
    .option("width", "px", help: "Average across the path over this width. (default: 0, the path alone)"),
    scale,
    .option("output", short: "o", "file.csv", help: "Where the table is written. (default: standard output)"),
    maxPixels,
    .flag("quiet", short: "q", help: "No notes or warnings on standard error."),
  ])

let typeDefinition = CommandDefinition(
  "type", abstract: "Rank fonts, sizes and weights for a word in a picture.",
  discussion: """
    Every candidate is shaped and drawn at its own size, optical size and tracking included, and laid over the picture \
    to a fraction of a pixel. The correlation of the two decides; the residuals of ink width and height stand beside it. \
    Candidates that the picture does not tell apart from the best are said to be so.

    Without --at and --roi the line of text in the picture that fits best is taken.

    Exit codes: 0 done; 64 wrong arguments, or no such font; 65 no readable image or font, or no such word in the \
    picture; 66 no such file; 74 reading or writing broke off.
    """,
  arguments: [
    .positional("image", help: "The picture; - reads standard input."),
    .option("text", "string", required: true, help: "The word or line as it stands in the picture."),
    .option(
      "font", "name|file", repeats: true, required: true,
      help: "A family's name, which brings its upright faces, or a font file."),
    .option(
      "sizes", "from:to:step", help: "Sizes in pt, also as 14,15,17. (default: half points that the ink's width allows)"
    ),
    .option("weights", "w[,w…]", help: "Weights from 1 to 1000, as 400,600. (default: all that a font has)"),
    .option("at", "x,y", help: "A place in the word or beside it, px."),
    .option("roi", "x,y,w,h", help: "A rectangle around the word and little else, px."),
    scale,
    .option("limit", "n", help: "Show at most so many candidates. (default: 12 in the table, all in JSON)"),
    .flag("json", help: "Print JSON."),
    .option("threads", "n", help: "Use at most this many threads. (default: one a processor)"),
    maxPixels,
    .flag("quiet", short: "q", help: "No notes or warnings on standard error."),
  ])
