// The board as squares; the squares to the left are scanned (Yabasic).
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
dim board(size, size)
solutions = 0
fill_column(1)
print solutions

sub fill_column(column)
    local row
    for row = 1 to size
        if is_attacked(row, column) then
            continue // reject
        end if
        board(row, column) = true // place
        if column = size then
            solutions = solutions + 1 // solution
        else
            fill_column(column + 1)
        end if
        board(row, column) = false // remove
    next row
end sub

sub is_attacked(row, column)
    local distance, left, above, below
    for distance = 1 to column - 1
        left = column - distance
        above = row - distance
        below = row + distance
        if board(row, left) then
            return true
        end if
        if above >= 1 and board(above, left) then
            return true
        end if
        if below <= size and board(below, left) then
            return true
        end if
    next distance
    return false
end sub
