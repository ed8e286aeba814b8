#!/bin/sh
# An engine that reports 1,000 lines a second once it is asked for a move, and never moves.
while read -r line; do
    case $line in
    START*) echo OK ;;
    ABOUT*) echo 'name="chatty"' ;;
    BEGIN* | TURN*) break ;;
    esac
done
while :; do
    block=0
    while [ $block -lt 5 ]; do
        block=$((block + 1))
        printf '%s\n' 'MESSAGE INFO PV 0' 'MESSAGE INFO NUMPV 1' 'MESSAGE INFO DEPTH 12' \
            'MESSAGE INFO SELDEPTH 21' "MESSAGE INFO NODES ${block}000" 'MESSAGE INFO EVAL 31' \
            'MESSAGE INFO WINRATE 0.53' 'MESSAGE INFO BESTLINE h8 i9 j10 g7 f6' \
            'MESSAGE INFO PV DONE' 'MESSAGE depth 12-21 nodes 5000'
    done
    sleep 0.05
done
