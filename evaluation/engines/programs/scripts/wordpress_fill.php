<?php
// Installs WordPress and writes a post for each document.
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';
$_SERVER['REQUEST_URI'] = '/';
function wp_mail() { return true; }
require __DIR__ . '/site/wp-config.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Documents', 'bed', 'bed@bed.example', true, '', 'bed-bed-bed-1');
switch_theme('twentytwentyone');
foreach (json_decode(file_get_contents(__DIR__ . '/documents.json'), true) as $row) {
    $done = wp_insert_post([
        'post_title' => wp_slash($row['title']),
        'post_content' => wp_slash('<p>' . $row['text'] . '</p>'),
        'post_name' => $row['slug'],
        'post_date' => $row['published'] . ' 12:00:00',
        'post_status' => 'publish',
        'post_author' => 1,
    ], true);
    if (is_wp_error($done)) {
        fwrite(STDERR, $done->get_error_message());
        exit(1);
    }
}
