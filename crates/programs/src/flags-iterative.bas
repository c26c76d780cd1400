// Three arrays of flags, no recursion: a stack holds the rows (Yabasic).
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
dim stack(size) // the row of the queen in each column
solutions = 0
column = 1 // also the stack pointer
row = 1
while column > 1 or row <= size
    if column > size or row > size then
        column = column - 1
        row = stack(column)
        set_flags(row, column, false) // remove
        row = row + 1
    elsif is_taken(row, column) then
        row = row + 1 // reject
    else
        set_flags(row, column, true) // place
        if column = size then
            solutions = solutions + 1 // solution
        end if
        stack(column) = row
        column = column + 1
        row = 1
    end if
wend
print solutions

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
