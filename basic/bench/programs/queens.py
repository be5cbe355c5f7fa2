import sys


def run(units: int, n: int = 8) -> None:
    for _ in range(units):
        st = [0] * 21
        cl = [0] * 21
        dp = [0] * 41
        dm = [0] * 41
        count = tries = 0
        i, j = 1, 0
        while True:
            j += 1
            if j > n:
                i -= 1
                if i == 0:
                    break
                j = st[i]
                cl[j] = dp[i + j] = dm[i - j + n] = 0
                continue
            tries += 1
            if cl[j] or dp[i + j] or dm[i - j + n]:
                continue
            st[i] = j
            if i == n:
                count += 1
                continue
            cl[j] = dp[i + j] = dm[i - j + n] = 1
            i, j = i + 1, 0
    print(count, tries)


run(int(sys.argv[1]))
