#!/usr/bin/env bash
# Stands in for sbatch, squeue and scancel, by the name that it is called by. Its jobs are in the folder $SLURM_STAND_IN:
# job_N has the words of sbatch, `queue` a line for each task, JOB|TASK|STATE|REASON, and cluster_N the cluster that sbatch was told.
# `play JOB TASK` computes a task as a node would. While there is a file `silent`, squeue does not answer.
set -euo pipefail
cd "$SLURM_STAND_IN"

value_of() { # value_of --option WORDS…
    local option="$1" word
    shift
    for word; do
        if [[ $word == "$option="* ]]; then printf '%s' "${word#*=}"; fi
    done
}
set_state() { # set_state JOB TASK STATE
    sed -i -E "s/^($1\|$2)\|.*/\1|$3|None/" queue
}

only_of_cluster() { # only_of_cluster NUMBERS: ends unless these jobs are of the cluster that is asked
    local job
    for job in ${1//,/ }; do
        [[ $(cat "cluster_$job" 2>/dev/null || true) == "$cluster" ]] || {
            echo "error: Invalid job id specified" >&2
            exit 1
        }
    done
}

cluster="$(value_of --clusters "$@")"
for word; do [[ $word != -M?* ]] || cluster="${word#-M}"; done
case "$(basename "$0")" in
squeue | scancel)
    if [[ -n ${SQUEUE_STATES:-}${SLURM_CLUSTERS:-} ]]; then
        echo "error: the user's variables hide tasks" >&2
        exit 1
    fi
    ;;
sbatch) cluster="${cluster:-${SBATCH_CLUSTERS:-${SLURM_CLUSTERS:-}}}" ;;
esac
case "$(basename "$0")" in
sbatch)
    if [[ -e refusal ]]; then
        cat refusal >&2
        exit 1
    fi
    job="$(($(find . -name 'job_*' | wc -l) + 1))"
    printf '%s\0' "$@" >"job_$job"
    array="$(value_of --array "$@")"
    IFS=, read -ra ranges <<<"${array%\%*}"
    for range in "${ranges[@]}"; do
        for task in $(seq "${range%-*}" "${range#*-}"); do echo "$job|$task|PENDING|JobHeldUser" >>queue; done
    done
    printf %s "$cluster" >"cluster_$job"
    printf 'Welcome to the cluster.\n%s\n' "$job${cluster:+;$cluster}"
    ;;
squeue)
    while [[ -e silent ]]; do
        : >asked
        sleep 0.05
    done
    if [[ -e down ]]; then
        echo "slurm_load_jobs error: Unable to contact slurm controller (connect failure)" >&2
        exit 1
    fi
    jobs="$(value_of --jobs "$@")"
    only_of_cluster "$jobs"
    known="$(grep -E "^(${jobs//,/|})\|" queue || true)"
    if [[ -z $known ]]; then
        echo "slurm_load_jobs error: Invalid job id specified" >&2
        exit 1
    fi
    [[ -z $cluster ]] || echo "CLUSTER: $cluster"
    echo "$known"
    ;;
scancel)
    for job; do
        [[ $job != --* ]] || continue
        only_of_cluster "$job"
        while IFS='|' read -r _ task state _; do
            [[ $state != PENDING && $state != RUNNING ]] || set_state "$job" "$task" CANCELLED
        done < <(grep "^$job|" queue)
    done
    ;;
play)
    mapfile -d '' -t words <"job_$1"
    cd -- "$(value_of --chdir "${words[@]}")"
    while [[ ${words[0]} == -* ]]; do words=("${words[@]:1}"); done
    state=COMPLETED
    SLURM_ARRAY_TASK_ID="$2" SLURM_CPUS_ON_NODE=2 sh "${words[@]}" >>"task_$2.log" 2>&1 || state=FAILED
    cd "$SLURM_STAND_IN"
    set_state "$1" "$2" "$state"
    ;;
esac
