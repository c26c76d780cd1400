// The board as squares, no recursion: a stack holds the rows (Yabasic).
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
dim stack(size) // the row of the queen in each column
solutions = 0
column = 1 // also the stack pointer
row = 1
while column > 1 or row <= size
    if column > size or row > size then
        column = column - 1
        row = stack(column)
        board(row, column) = false // remove
        row = row + 1
    elsif is_attacked(row, column) then
        row = row + 1 // reject
    else
        board(row, column) = true // place
        if column = size then
            solutions = solutions + 1 // solution
        end if
        stack(column) = row
        column = column + 1
        row = 1
    end if
wend
print solutions

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
