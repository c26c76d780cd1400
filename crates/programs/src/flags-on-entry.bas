// Three arrays of flags; each call first tests for a full board (Yabasic).
// Source: "Recursion Elimination and the Eight Queens Problem", 1999.
size = 8
argument$ = peek$("argument")
if argument$ <> "" then
    size = val(argument$)
end if
if size < 1 or size > 32 or size <> int(size) then
    print "n is at most 32 and at least 1"
    exit 2
end if
dim row_taken(size), up_taken(2 * size), down_taken(2 * size)
solutions = 0
fill_column(1)
print solutions

sub fill_column(column)
    local row
    if column > size then
        solutions = solutions + 1 // solution
        return
    end if
    for row = 1 to size
        if is_taken(row, column) then
            continue // reject
        end if
        set_flags(row, column, true) // place
        fill_column(column + 1)
        set_flags(row, column, false) // remove
    next row
end sub

sub is_taken(row, column)
    local up, down
    up = up_taken(row + column - 1)
    down = down_taken(size + row - column)
    return row_taken(row) or up or down
end sub

sub set_flags(row, column, taken)
    row_taken(row) = taken
    up_taken(row + column - 1) = taken
    down_taken(size + row - column) = taken
end sub
