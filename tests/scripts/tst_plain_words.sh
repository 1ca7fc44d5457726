#!/usr/bin/env bash
# Fails when a text of the tree uses a phrase of phrases.txt, and prints the place, the text and what to write instead.
# CONTRIBUTING.md quotes such phrases on purpose and is not searched.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

{
    perl strings.pl | sed 's/^/seen /'
    perl strings.pl --all | sed 's/^/any /'
} | perl -e '
    use strict;
    use warnings;
    open my $list, "<", "phrases.txt" or die "phrases.txt: $!";
    my @phrases;
    while (<$list>) {
        chomp;
        next if /^#/ || !/\S/;
        my ($pattern, $instead) = split /\t/;
        my $kind = $pattern =~ s/^seen:// ? "seen" : "any";
        push @phrases, [$kind, qr/$pattern/, $instead];
    }
    my $hits = 0;
    while (<STDIN>) {
        my ($kind, $place, $text) = /^(\w+) (\S+:\d+): "(.*)"$/ or next;
        for my $phrase (@phrases) {
            next if $phrase->[0] ne $kind || $text !~ $phrase->[1];
            my $around = substr $text, ($-[0] > 40 ? $-[0] - 40 : 0), 120;
            print "$place: \"$&\" in: $around\n    instead: $phrase->[2]\n";
            ++$hits;
        }
    }
    print "$hits phrases to rewrite\n";
    exit($hits > 0);
'
