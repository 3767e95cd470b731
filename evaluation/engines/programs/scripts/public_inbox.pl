# Puts the mails of a folder into the first inbox of PI_CONFIG.
use strict;
use warnings;
use PublicInbox::Config;
use PublicInbox::Eml;
use PublicInbox::InboxWritable;

my $inbox = PublicInbox::Config->new->lookup_name('documents');
my $writer = PublicInbox::InboxWritable->new($inbox)->importer(0);
for my $path (sort glob("$ARGV[0]/*.eml")) {
    open(my $file, '<', $path) or die "$path: $!";
    # Not longer: the writer reads the lines of another program.
    my $mail = do { local $/; <$file> };
    $writer->add(PublicInbox::Eml->new($mail));
}
$writer->done;
