;; A tiny rule engine: facts, rules that warn, contexts to take facts back.
;; Source: the companion of "n-queens puzzle solved in hy and cps", 2018.
(import sys)

(setv argument (if (> (len sys.argv) 1) (get sys.argv 1) "8")
      n (if (.isdecimal argument) (int argument) 0))
(when (not (<= 1 n 32))
  (sys.exit "n is at most 32 and at least 1"))

(setv facts []  ; "queen in row r is placed in column c", as [r c]
      warnings []  ; rows of queens that can be taken
      contexts [])  ; the numbers of facts and warnings before each

(defn same-column [a b]
  (= (get a 1) (get b 1)))

(defn same-diagonal [a b]
  (= (abs (- (get a 1) (get b 1)))
     (abs (- (get a 0) (get b 0)))))

(defn assume [fact]
  "Adds a fact in a context of its own, and runs the rules."
  (.append contexts [(len facts) (len warnings)])
  (for [rule [same-column same-diagonal] other facts]
    (when (rule other fact)
      (.append warnings (get other 0))))
  (.append facts fact))

(defn pop-context []
  (setv [fact-count warning-count] (.pop contexts))
  (del (cut facts fact-count None)
       (cut warnings warning-count None)))

(defn choose [row]
  (when (= row n)
    (return 1))  ; solution
  (setv solutions 0
        choices (lfor column (range n) [row column]))
  (while choices
    (setv choice (.pop choices))
    (assume choice)  ; on trial
    (setv warned (bool warnings))
    (pop-context)
    (when warned
      (continue))  ; reject
    (assume choice)  ; place
    (+= solutions (choose (+ row 1)))
    (pop-context))  ; remove
  solutions)

(print (choose 0))
