# Incremental backtracking on half of the first row, and mirror images.
# Source: "Eight Queens part one" (Perl), 2013.
use strict;
use warnings;

my $n = $ARGV[0] // 8;
if ($n !~ /^\d+$/ || $n < 1 || $n > 32) {
    die "n is at most 32 and at least 1\n";
}
my @columns;    # the column of the queen in each row

sub is_attacked {
    my ($column) = @_;
    for my $other (@columns) {
        return 1 if $other == $column;
    }
    for my $row (reverse 0 .. $#columns) {
        return 1 if abs($columns[$row] - $column) == @columns - $row;
    }
    return 0;
}

# Returns true if the board is its own mirror image.
sub is_symmetric {
    return !grep { $_ != $n - 1 - $_ } @columns;
}

my $solutions = 0;
my $column = 0;
while (1) {
    my $is_full = @columns == $n;
    my $width = is_symmetric() ? int(($n + 1) / 2) : $n;
    if ($is_full) {
        $solutions += is_symmetric() ? 1 : 2;  # solution
    }
    if ($is_full || $column == $width) {
        last if !@columns;
        $column = pop(@columns) + 1;  # remove
    } elsif (is_attacked($column)) {
        $column++;  # reject
    } else {
        push @columns, $column;  # place
        $column = 0;
    }
}
print "$solutions\n";
