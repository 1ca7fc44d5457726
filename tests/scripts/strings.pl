#!/usr/bin/perl
# Lists the texts of the tree, one a line, as FILE:LINE: "text":
#   strings.pl              what a user can see: literals of several words and those in tr(), texts of the experiments
#   strings.pl --all        also comments and documents, paragraph by paragraph
# Literals and comments that go over several lines are joined, so that a phrase is found wherever its lines break.
use strict;
use warnings;
use utf8;
binmode STDOUT, ':utf8';

# No modules: every Debian has this much of Perl.
my $all = @ARGV && $ARGV[0] eq '--all';
my ($here) = $0 =~ m{^(.*)/};
chdir(($here // '.') . '/../..') or die "no source tree: $!";

sub slurp {
    my ($file) = @_;
    open my $in, '<:utf8', $file or die "$file: $!";
    local $/;
    return scalar <$in>;
}

sub show {
    my ($file, $line, $text) = @_;
    $text =~ s/\s+/ /g;
    $text =~ s/^ | $//g;
    print "$file:$line: \"$text\"\n" if length $text;
}

sub source {
    my ($file) = @_;
    my $code = slurp($file);
    my ($line, $before) = (1, '');
    my ($text, $begun, $translated);
    my ($comment, $commented);
    my $endText = sub {
        show($file, $begun, $text) if defined $text && ($translated || $text =~ /\w\S*\s+\S*\w/);
        undef $text;
    };
    my $endComment = sub {
        show($file, $commented, $comment) if $all && defined $comment;
        undef $comment;
    };
    while ($code =~ m{\G(?:(//[^\n]*)|(/\*.*?\*/)|R"(\w*)\((.*?)\)\3"|"((?:[^"\\\n]|\\.)*)"|('(?:[^'\\\n]|\\.)+')|(\#include[^\n]*)|(\s+)|([\w]+)|(.))}gs) {
        my $piece = $&;
        if (defined $1 || defined $2) {
            my $words = $piece;
            $words =~ s{^(?://[/!]*<?|/\*+)|\*/$}{}g;
            if (!defined $comment) { ($comment, $commented) = ('', $line) }
            $comment .= " $words";
        } elsif (defined $4 || defined $5) {
            my $words = defined $4 ? $4 : $5;
            $words =~ s/\\n/ /g;
            $words =~ s/\\(["\\])/$1/g;
            if (!defined $text) { ($text, $begun, $translated) = ('', $line, $before =~ /\b(?:tr|say|translate)\s*\($/) }
            $text .= $words;
        } elsif (!defined $8) {
            $endText->();
            $endComment->();
            $before = substr($before . $piece, -20);
        } elsif (defined $comment && $piece =~ /\n\s*\n/) {
            $endComment->();
        }
        $line += ($piece =~ tr/\n//);
    }
    $endText->();
    $endComment->();
}

sub experiment {
    my ($file) = @_;
    my $text = slurp($file);
    while ($text =~ /"(?:name|description|lookFor|source)"\s*:\s*"((?:[^"\\]|\\.)*)"/g) {
        my ($words, $place) = ($1, $-[1]);
        show($file, 1 + (substr($text, 0, $place) =~ tr/\n//), $words) if $words =~ / /;
    }
}

sub document {
    my ($file) = @_;
    my $line = 1;
    for my $paragraph (split /(\n\s*\n)/, slurp($file)) {
        show($file, $line, $paragraph) if $paragraph =~ /\S/;
        $line += ($paragraph =~ tr/\n//);
    }
}

sub filesBelow {
    my ($place) = @_;
    return $place if !-d $place;
    opendir my $folder, $place or die "$place: $!";
    return map { filesBelow("$place/$_") } grep { !/^\./ } sort readdir $folder;
}

for ((map { filesBelow($_) } qw(app cmake core docs experiments resources ui)), 'README.md', 'CHANGELOG.md') {
    if (/\.(?:cpp|h)$/) { source($_) }
    elsif (/\.json$/) { experiment($_) }
    elsif (($all || m{^app/.*\.md$}) && /\.(?:md|sh|cmake|txt|xml|cff)$/) { document($_) }
}
