;; Breadth-first search: a state is a board, and a step adds a queen.
;; Source: "n-queens puzzle solved in hy and cps" (Hy), 2018.
(import sys)
(import collections [deque])

(defn attacked? [board column]
  (setv row (len board))
  (any (gfor [other-row other] (enumerate board)
             (in (abs (- other column)) [0 (- row other-row)]))))

(defn search [n]
  (setv solutions 0
        shown []  ; the board on screen: the column of each row's queen
        queue (deque [[]]))  ; the empty board
  (while queue
    (setv board (.popleft queue))  ; the oldest
    (while (!= shown (cut board (len shown)))
      (.pop shown))  ; remove
    (while (< (len shown) (len board))
      (.append shown (get board (len shown))))  ; place
    (when (= (len board) n)
      (+= solutions 1)  ; solution
      (continue))
    (setv children [])
    (for [column (range n)]
      (when (attacked? board column)
        (continue))  ; reject
      (.append children (+ board [column])))
    (.extend queue children))
  solutions)

(setv argument (if (> (len sys.argv) 1) (get sys.argv 1) "8")
      n (if (.isdecimal argument) (int argument) 0))
(when (not (<= 1 n 14))
  (sys.exit "n is at most 14 and at least 1"))
(print (search n))
