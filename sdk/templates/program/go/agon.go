// Speaks Agon's protocol for programs: lines of text on standard input and output.
//
// A game's file gives what a bot has to do. This file calls it: once for each match, then once for each turn.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// Session is what a bot knows of its match.
type Session struct {
	Game     string            // the game's id
	Options  map[string]string // from the command line
	Seat     int               // from 0
	Seats    int
	Seed     uint64  // for the bot's own random numbers: equal seeds should give equal matches
	TimeLeft float64 // of CPU time when the turn began, seconds; below 0: no limit
}

// Player is a bot as the protocol sees it: one for each match. Turn returns the text of an action for the position.
type Player interface {
	Turn(position string) string
}

var (
	input  = bufio.NewReaderSize(os.Stdin, 1<<16)
	output = bufio.NewWriter(os.Stdout)
)

func readLine() (string, bool) {
	line, err := input.ReadString('\n')
	if err == io.EOF && line == "" {
		return "", false
	}
	return strings.TrimRight(line, "\r\n"), true
}

func writeLine(line string) {
	fmt.Fprintln(output, line)
	output.Flush()
}

// Log writes a line to the seat's log.
func (session *Session) Log(text string) {
	writeLine("log " + strings.ReplaceAll(text, "\n", " "))
}

// Act plays an action inside the turn. It returns the text that the action revealed, and whether the turn goes on.
func (session *Session) Act(action string) (string, bool) {
	writeLine("act " + action)
	for line, more := readLine(); more; line, more = readLine() {
		word, rest, _ := strings.Cut(line, " ")
		if word == "revealed" {
			return rest, true
		}
		if word == "over" {
			return "", false
		}
	}
	os.Exit(0)
	return "", false
}

func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

// Play plays matches until the host ends.
func Play(newPlayer func(session *Session) Player) {
	session := &Session{Options: map[string]string{}}
	var player Player
	for line, more := readLine(); more; line, more = readLine() {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "game":
			session.Game, _, _ = strings.Cut(rest, " ")
		case "option":
			name, value, _ := strings.Cut(rest, " ")
			session.Options[name] = value
		case "start":
			writeLine("ready")
		case "new":
			facts := strings.Fields(rest)
			for at := 0; at+1 < len(facts); at += 2 {
				switch facts[at] {
				case "seat":
					session.Seat = number(facts[at+1])
				case "seats":
					session.Seats = number(facts[at+1])
				case "seed":
					session.Seed, _ = strconv.ParseUint(facts[at+1], 10, 64)
				}
			}
			player = newPlayer(session)
		case "turn":
			left, position, _ := strings.Cut(rest, " ")
			session.TimeLeft = -1
			if left != "-" {
				session.TimeLeft = float64(number(left)) / 1000
			}
			writeLine("action " + player.Turn(position))
		case "quit":
			return
		}
	}
}
