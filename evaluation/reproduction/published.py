"""The papers' own tables, as their texts have them; `tests/quality` holds them against the texts.

Cells are copied, their faults with them: one row of Fig. 7 of Blanco et al. (2005) has a comma for
a point. ViNTs, ViDE and Wu, Meng et al. (2003) have no table in the text at hand, which leaves out
their experiments: what stands there of them is quoted.
"""

from evaluation.reproduction.section import Table

INDESIT_FIG_7 = Table(
    "Blanco et al. 2005, Fig. 7",
    ("class", "sample", "R", "P", "#dwnl"),
    (
        ("FIFA: player", "Ronaldo", "100%", "100%", "1,046"),
        ("", "Lovenkrands Peter", "100%", "100%", "1,079"),
        ("", "Luna Braulio", "100%", "100%", "1,104"),
        ("FIFA: team", "Turkey", "100%", "100%", "249"),
        ("", "Mexico", "100%", "100%", "248"),
        ("", "Germany", "100%", "100%", "265"),
        ("Supercars: car", "Ferrari 360 Modena", "100%", "99.32%", "351"),
        ("", "MG TF 160", "100%", "98.98%", "352"),
        ("", "Jaguar XKR 100", "100%", "98.98%", "350"),
        ("SendIt: dvd", "Mystic River", "85.95%", "100%", "3,377"),
        ("", "M.A.S.H.", "84.37%", "100%", "3,333"),
        ("", "Big Jake", "74.38%", "100%", "3,209"),
        ("Olympics: sport", "Tennis", "100%", "100%", "125"),
        ("", "Skating", "100%", "100%", "140"),
        ("", "Athletics", "100%", "100%", "128"),
        ("Olympics: hero", "Stefania Belmondo", "100%", "100%", "489"),
        ("", "Abele Bikila", "100%", "100%", "465"),
        ("", "Gregory Louganis", "100%", "100%", "458"),
        ("Guitar tabs: song", "Smells like ...", "87.29%", "100%", "29,099"),
        ("", "Wish you were here", "87.30%", "100%", "29,110"),
        ("", "Oribidoo", "87.04%", "100%", "29,037"),
        ("Guitar tabs: group", "Led Zeppelin tabs", "100%", "95.98%", "3,809"),
        ("", "Quaye Finley", "100%", "95.98%", "3,811"),
        ("", "John Fogerty", "97,22%", "93.56%", "3,583"),
        ("AXL: company", "Imperial Chem.", "99.89%", "98.09%", "3,835"),
        ("", "Pacific Media", "99.89%", "98.09%", "3,835"),
        ("", "Xaar", "99.89%", "98.09%", "3,835"),
        ("NBA: player", "Marc Jackson", "76.23%", "100%", "936"),
        ("", "David Brown", "75.93%", "100%", "946"),
        ("", "Kevin Willis", "75.93%", "100%", "938"),
        ("NBA: coach", "Jerry Sloan", "100%", "100%", "764"),
        ("", "Scott Byron", "100%", "100%", "764"),
        ("", "Rick Adelman", "100%", "100%", "764"),
        ("UEFA2004: team", "Portugal", "100%", "100%", "163"),
        ("", "Sweden", "100%", "100%", "157"),
        ("", "England", "100%", "100%", "152"),
        ("UEFA2004-WAI: team", "Portugal - WAI", "100%", "0.02%", "755"),
    ),
)

EXAMPLE_TABLE_3 = Table(
    "Vidal et al. 2006, Table 3",
    ("site", "manual", "automatic", "generation", "crawling"),
    (
        ("E-jazz", "149", "149(100%)", "2213", "199"),
        ("VLDB", "30", "30(100%)", "70", "32"),
        ("OLYMPIC", "335", "328(98%)", "395", "379"),
        ("Traveling", "301", "301(100%)", "348", "335"),
        ("Money", "470", "468(99%)", "550", "528"),
        ("KDE", "30", "30(100%)", "120", "31"),
        ("CDs", "416", "398(96%)", "440", "426"),
        ("WallStreet", "261", "253(97%)", "1579", "283"),
        ("CNN", "51", "49(96%)", "485", "65"),
        ("Yahoo Sports", "38", "37(97%)", "1307", "45"),
        ("NASA", "339", "325(95%)", "687", "389"),
    ),
)

EXAMPLE_TABLE_4 = Table(
    "Vidal et al. 2006, Table 4",
    ("site", "crawl", "manual", "automatic", "links", "new pages"),
    (
        ("Travel", "1", "314", "308(98%)", "335", "7"),
        ("", "2", "303", "291(96%)", "310", "11"),
        ("Money", "1", "486", "478(98%)", "497", "84"),
        ("", "2", "482", "476(99%)", "497", "80"),
        ("KDE", "1", "29", "29(100%)", "31", "14"),
        ("", "2", "29", "29(100%)", "34", "19"),
        ("CDs", "1", "409", "394(96%)", "492", "4"),
        ("", "2", "418", "412(98%)", "487", "18"),
        ("WallStreet", "1", "267", "257(96%)", "271", "17"),
        ("", "2", "272", "267(98%)", "273", "25"),
        ("NASA", "1", "334", "320(95%)", "339", "12"),
        ("", "2", "337", "323(95%)", "341", "13"),
    ),
)

ADAPTATION_TABLE_1 = Table(
    "Ferrara and Baumgartner 2011, Table 1",
    ("scenario", "thresh.", "simple tp", "fp", "fn", "clustered tp", "fp", "fn"),
    (
        ("Delicious", "40%", "100", "4", "-", "100", "-", "-"),
        ("Ebay", "85%", "200", "12", "-", "196", "-", "4"),
        ("Facebook", "65%", "240", "72", "-", "240", "12", "-"),
        ("Google news", "90%", "604", "-", "52", "644", "-", "12"),
        ("Google.com", "80%", "100", "-", "60", "136", "-", "24"),
        ("Kelkoo", "40%", "60", "4", "-", "58", "-", "2"),
        ("Techcrunch", "85%", "52", "-", "28", "80", "-", "-"),
        ("Total", "-", "1356", "92", "140", "1454", "12", "42"),
        ("Recall", "-", "90.64%", "", "", "97.19%", "", ""),
        ("Precision", "-", "93.65%", "", "", "99.18%", "", ""),
        ("F-Measure", "-", "92.13%", "", "", "98.18%", "", ""),
    ),
)

# A sentence that a text has in place of a table.
VIDE_WORDS = (
    "Our experiments on a large set of Web databases show that the proposed vision-based approach "
    "is highly effective for deep Web data extraction."
)
FORMS_WORDS = "Experiments indicate that these techniques are highly effective and efficient."
