"""Names that programs give to what they send: the keys of JSON, the elements of XML.

Formats and habits of programmers, in no language of readers. In lower case, words joined.
"""

# By what they say of their value.
DATA_KEYS = {
    "title": frozenset(
        "title titles name headline heading header subject caption label term question topic "
        "titel titre titulo título titolo nombre nom naam nome titleplain titletext titlehtml "
        "displayname fulltitle fullname prefname preflabel displaytitle displaytext".split()
    ),
    "text": frozenset(
        "description desc summary abstract text body content snippet excerpt teaser preview "
        "extract synopsis intro details message comment answer beschreibung texte inhalt "
        "contents markdown html note notes lead blurb subtitle tagline".split()
    ),
    "person": frozenset(
        "author authors creator creators contributor user username owner by writer editor "
        "publisher artist login maintainer uploader members member autor auteur".split()
    ),
    "sort": frozenset(
        "type kind category categories tag tags genre section status state language lang locale "
        "format license keyword keywords topics class group role facet facets source journal "
        "repository container level country city color colour brand version mime subject".split()
    ),
    "address": frozenset(
        "url urls uri link links href permalink permalinks canonical website homepage web html "
        "alternate page location loc address landing slugurl relpermalink path guid".split()
    ),
    "program": frozenset(
        "self api json xml rest edit delete endpoint resource next prev previous first last "
        "download git ssh clone webhook hooks feed atom rss stats related schema graphql "
        "thumbnailurl embed amp comments login logout".split()
    ),
    "picture": frozenset(
        "image images img imageurl imageurl thumbnail thumbnails thumb thumburl icon icons avatar "
        "photo photos picture pictures logo cover covers poster banner media gallery avatarurl "
        "gravatar enclosure screenshot favicon preview".split()
    ),
    "date": frozenset(
        "date dates time timestamp datetime created updated published modified at on added "
        "pubdate issued year released ts since changed posted lastmod epoch datum".split()
    ),
    "number": frozenset("id ids _id uid uuid guid key pk slug hash etag oid sha md5 index".split()),
    "total": frozenset(
        "total totals count numfound found totalresults totalcount nbhits hits numberofrecords "
        "totalhits resultcount matches estimatedtotalhits numresults recordstotal results "
        "totalelements totalitems totalrecords hitcount totalmatches numberofresults totalsize "
        "resultscount recordsfiltered size num nbresults totalnumber filteredtablerowscount "
        "treffer anzahl resultats gesamt".split()
    ),
    "next": frozenset("next nextpage nexturl nextlink more nextpageurl after".split()),
}
