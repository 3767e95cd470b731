<?php
// Shaarli's bookmarks and settings from the bed's documents; called in its folder with a theme.
require_once 'autoload.php';
foreach (['Utils', 'bookmark/LinkUtils', 'http/UrlUtils', 'http/HttpUtils'] as $name) {
    require_once "application/$name.php";
}
use Shaarli\Bookmark\Bookmark;
use Shaarli\Bookmark\BookmarkArray;

$rows = json_decode(stream_get_contents(STDIN), true);
$all = new BookmarkArray();
foreach (array_reverse($rows) as $number => $row) {
    $bookmark = new Bookmark();
    $bookmark->setId($number + 1);
    $bookmark->setShortUrl("bed$number");
    $bookmark->setUrl("http://packages.example/{$row['slug']}.html");
    $bookmark->setTitle($row['title']);
    $bookmark->setDescription($row['text']);
    $bookmark->setTags([$row['section']]);
    $bookmark->setCreated(new DateTime($row['published']));
    $all[] = $bookmark;
}
$stored = base64_encode(gzdeflate(serialize($all)));
file_put_contents('data/datastore.php', "<?php /* $stored */ ?>");
$settings = json_encode([
    'credentials' => ['login' => 'bed', 'hash' => 'bed', 'salt' => 'bed'],
    'resource' => ['theme' => $argv[1]],
    'general' => ['links_per_page' => 10, 'title' => 'Packages', 'timezone' => 'UTC'],
    'updates' => ['check_updates' => false],
]);
file_put_contents('data/config.json.php', "<?php /*\n$settings\n*/ ?>");
