#!/bin/sh
# Fills the top row with black and the row below with white, so that black wins, unless the number
# of the first argument divides the seed of the game: its third move is then outside the board. If
# that of the second does, it ends instead.
while read -r line; do
    case $line in
        START* | RESTART) column=0 row=1 stones=0 ; echo OK ; continue ;;
        'INFO seed '*) seed=${line##* } ; continue ;;
        BEGIN) row=0 ;;
        TURN*) ;;
        BOARD)
            while read -r stone && [ "$stone" != DONE ]; do stones=$((stones + 1)); done
            row=$((stones % 2)) ;;
        END) exit ;;
        *) continue ;;
    esac
    if [ $column = 2 ]; then
        [ $((seed % $2)) = 0 ] && echo 'out of ideas' >&2 && exit 7
        [ $((seed % $1)) = 0 ] && column=99
    fi
    echo "MESSAGE depth $((column + 2))-9 ev $((10 * column - 25 * row)) n $((1000 + seed % 1000))"
    echo "$column,$row"
    column=$((column + 1))
done
