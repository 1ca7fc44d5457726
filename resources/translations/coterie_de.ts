<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
<name>coterie</name>
<message><source>unknown</source><translation>unbekannt</translation></message>
<message><source>less than 1 s</source><translation>weniger als 1 s</translation></message>
<message><source>%1 s</source><translation>%1 s</translation></message>
<message><source>%1 min %2 s</source><translation>%1 min %2 s</translation></message>
<message><source>%1 h %2 min</source><translation>%1 h %2 min</translation></message>
<message><source>run %1 of %2, round %3 of %4</source><translation>Lauf %1 von %2, Runde %3 von %4</translation></message>
<message><source>, %1 left for all runs</source><translation>, noch %1 für alle Läufe</translation></message>
<message><source>, %1 left</source><translation>, noch %1</translation></message>
<message><source>, %1 left for this run</source><translation>, noch %1 für diesen Lauf</translation></message>
<message><source>queued</source><translation>eingereiht</translation></message>
<message><source>running</source><translation>läuft</translation></message>
<message><source>paused</source><translation>angehalten</translation></message>
<message><source>finished</source><translation>fertig</translation></message>
<message><source>stopped</source><translation>abgebrochen</translation></message>
<message><source>failed</source><translation>fehlgeschlagen</translation></message>
<message><source>yes</source><translation>ja</translation></message>
<message><source>no</source><translation>nein</translation></message>
<message><source>1 seed</source><translation>1 Startzahl</translation></message>
<message><source>all %1 seeds</source><translation>alle %1 Startzahlen</translation></message>
<message><source>identical in every round (%1)</source><translation>in jeder Runde identisch (%1)</translation></message>
<message><source>identical in the last round (%1)</source><translation>in der letzten Runde identisch (%1)</translation></message>
<message><source>equal within rounding (%1)</source><translation>bis auf Rundung gleich (%1)</translation></message>
<message><source>no common seed</source><translation>keine gemeinsame Startzahl</translation></message>
<message><source>n = %1 is too small: the smallest possible p of Wilcoxon's test is %2</source><translation>n = %1 ist zu klein: Das kleinstmögliche p des Wilcoxon-Tests ist %2</translation></message>
<message><source>all differences are zero, or one is not a number</source><translation>alle Differenzen sind null, oder eine ist keine Zahl</translation></message>
<message><source>p &lt; 0.05 by both tests</source><translation>p &lt; 0.05 nach beiden Tests</translation></message>
<message><source>p &lt; 0.05 by Wilcoxon's test, not by the t test</source><translation>p &lt; 0.05 nach dem Wilcoxon-Test, nicht nach dem t-Test</translation></message>
<message><source>p &lt; 0.05 by the t test, not by Wilcoxon's</source><translation>p &lt; 0.05 nach dem t-Test, nicht nach dem Wilcoxon-Test</translation></message>
<message><source>no significant difference</source><translation>kein signifikanter Unterschied</translation></message>
<message><source>%1 and %2 more</source><translation>%1 und %2 weitere</translation></message>
<message><source>Arm</source><translation>Variante</translation></message>
<message><source>n</source><translation>n</translation></message>
<message><source>Mean difference</source><translation>Mittlere Differenz</translation></message>
<message><source>sd</source><translation>SD</translation></message>
<message><source>W</source><translation>W</translation></message>
<message><source>p (Wilcoxon, exact)</source><translation>p (Wilcoxon, exakt)</translation></message>
<message><source>t</source><translation>t</translation></message>
<message><source>p (t)</source><translation>p (t)</translation></message>
<message><source>Result</source><translation>Ergebnis</translation></message>
<message><source>Each arm minus %1, paired by seed: %2 in the last evaluated round of finished runs. Two-sided, not corrected for multiple tests. sd uses ddof 0, t uses n − 1.</source><translation>Jede Variante minus %1, nach Startzahl gepaart: %2 in der letzten ausgewerteten Runde fertiger Läufe. Zweiseitig, nicht für mehrfaches Testen korrigiert. SD verwendet ddof 0, t verwendet n − 1.</translation></message>
<message><source>Metric</source><translation>Messgröße</translation></message>
<message><source>Best arm</source><translation>Beste Variante</translation></message>
<message><source>Mean ± sd</source><translation>Mittelwert ± SD</translation></message>
<message><source>Best run</source><translation>Bester Lauf</translation></message>
<message><source>Value</source><translation>Wert</translation></message>
<message><source>Values of the last evaluated round of finished runs; mean ± sd over seeds (ddof 0).</source><translation>Werte der letzten ausgewerteten Runde fertiger Läufe; Mittelwert ± SD über Startzahlen (ddof 0).</translation></message>
<message><source> Where several are named, they tie: their values are equal, or differ by no more than rounding.</source><translation> Wo mehrere genannt sind, liegen sie gleichauf: Ihre Werte sind gleich oder unterscheiden sich höchstens durch Rundung.</translation></message>
<message><source>Lower envelope</source><translation>Untere Hüllkurve</translation></message>
<message><source>Envelope</source><translation>Hüllkurve</translation></message>
<message><source>Run</source><translation>Lauf</translation></message>
<message><source>Seed</source><translation>Startzahl</translation></message>
<message><source>Round</source><translation>Runde</translation></message>
<message><source>Client</source><translation>Client</translation></message>
<message><source>client</source><translation>Client</translation></message>
<message><source>class</source><translation>Klasse</translation></message>
<message><source>training samples</source><translation>Trainingsbeispiele</translation></message>
<message><source>Class</source><translation>Klasse</translation></message>
<message><source>Training samples</source><translation>Trainingsbeispiele</translation></message>
<message><source>Run %1, seed %2</source><translation>Lauf %1, Startzahl %2</translation></message>
<message><source>, only the first %1 classes</source><translation>, nur die ersten %1 Klassen</translation></message>
<message><source>The data of these runs have no classes to count.</source><translation>Die Daten dieser Läufe haben keine Klassen, die sich zählen ließen.</translation></message>
<message><source>These runs do not record both “%1” and “%2” of a client.</source><translation>Diese Läufe zeichnen nicht sowohl „%1“ als auch „%2“ eines Clients auf.</translation></message>
<message><source>one point for each client and round</source><translation>ein Punkt je Client und Runde</translation></message>
<message><source>one point for each client, of its newest round</source><translation>ein Punkt je Client, aus seiner neuesten Runde</translation></message>
<message><source>Clients</source><translation>Clients</translation></message>
<message><source>Show numbers of each client, as the figure describes</source><translation>Zahlen jedes Clients zeigen, wie die Abbildung sie beschreibt</translation></message>
<message><source>Stored runs</source><translation>Gespeicherte Läufe</translation></message>
<message><source>Select runs; press Enter to watch them</source><translation>Läufe auswählen; die Eingabetaste zeigt sie unter „Beobachten“</translation></message>
<message><source>No run of this figure's experiment is stored yet. Run it first.</source><translation>Vom Experiment dieser Abbildung ist noch kein Lauf gespeichert. Führen Sie es zuerst aus.</translation></message>
<message><source>No run of this figure's experiment is finished and without changes by hand. Resume one, or select runs yourself.</source><translation>Vom Experiment dieser Abbildung ist kein Lauf fertig und ohne Änderungen von Hand. Setzen Sie einen fort oder wählen Sie selbst Läufe aus.</translation></message>
<message><source>1 other run of this figure's experiment is left out: it is not finished, was changed by hand or has a newer one of its seed.</source><translation>1 weiterer Lauf vom Experiment dieser Abbildung ist weggelassen: Er ist nicht fertig, wurde von Hand geändert oder hat einen neueren mit seiner Startzahl.</translation></message>
<message><source>%1 other runs of this figure's experiment are left out: they are not finished, were changed by hand or have a newer one of their seed.</source><translation>%1 weitere Läufe vom Experiment dieser Abbildung sind weggelassen: Sie sind nicht fertig, wurden von Hand geändert oder haben einen neueren mit ihrer Startzahl.</translation></message>
<message><source>Undo</source><translation>Rückgängig</translation></message>
<message><source>1 run</source><translation>1 Lauf</translation></message>
<message><source>%1 runs</source><translation>%1 Läufe</translation></message>
<message><source>%1 of %2 runs</source><translation>%1 von %2 Läufen</translation></message>
<message><source>, %1 selected</source><translation>, %1 ausgewählt</translation></message>
<message><source> (%1 not listed)</source><translation> (%1 nicht aufgelistet)</translation></message>
<message><source>No stored runs yet</source><translation>Noch keine gespeicherten Läufe</translation></message>
<message><source>Every run is stored with its settings and results. Run the quickstart, or an experiment of the Design page, to see its runs here.</source><translation>Jeder Lauf wird mit seinen Einstellungen und Ergebnissen gespeichert. Führen Sie den Schnellstart oder ein Experiment der Seite „Entwerfen“ aus, um dessen Läufe hier zu sehen.</translation></message>
<message><source>Run the quickstart</source><translation>Schnellstart ausführen</translation></message>
<message><source>Filter the runs</source><translation>Läufe filtern</translation></message>
<message><source>Views</source><translation>Ansichten</translation></message>
<message><source>Open a saved view: filter, folder, columns, order, metric and tab; or save the present one</source><translation>Eine gespeicherte Ansicht öffnen: Filter, Ordner, Spalten, Reihenfolge, Messgröße und Reiter; oder die jetzige speichern</translation></message>
<message><source>Grouping</source><translation>Gruppierung</translation></message>
<message><source>Not grouped</source><translation>Nicht gruppiert</translation></message>
<message><source>By experiment</source><translation>Nach Experiment</translation></message>
<message><source>By arm</source><translation>Nach Variante</translation></message>
<message><source>Group the rows and show each group's mean ± sd (ddof 0)</source><translation>Die Zeilen gruppieren und von jeder Gruppe Mittelwert ± sd zeigen (ddof 0)</translation></message>
<message><source>Columns</source><translation>Spalten</translation></message>
<message><source>Choose which numbers and settings have a column</source><translation>Wählen, welche Zahlen und Einstellungen eine Spalte haben</translation></message>
<message><source>Export</source><translation>Exportieren</translation></message>
<message><source>The selected runs have no stored round yet. Select other runs, or wait until these have one.</source><translation>Die ausgewählten Läufe haben noch keine gespeicherte Runde. Wählen Sie andere Läufe aus oder warten Sie, bis diese eine haben.</translation></message>
<message><source>The selected runs ended before their first round. Select other runs.</source><translation>Die ausgewählten Läufe endeten vor ihrer ersten Runde. Wählen Sie andere Läufe aus.</translation></message>
<message><source>The selected runs were stopped before their first round. Press Resume above the table, or select other runs.</source><translation>Die ausgewählten Läufe wurden vor ihrer ersten Runde abgebrochen. Klicken Sie über der Tabelle auf „Fortsetzen“ oder wählen Sie andere Läufe aus.</translation></message>
<message><source>Experiment</source><translation>Experiment</translation></message>
<message><source>Choose the metric of all tabs</source><translation>Die Messgröße aller Reiter wählen</translation></message>
<message><source>Points</source><translation>Punkte</translation></message>
<message><source>Show the metric over a setting or over another metric</source><translation>Die Messgröße über einer Einstellung oder einer anderen Messgröße zeigen</translation></message>
<message><source>Paper</source><translation>Artikel</translation></message>
<message><source>Compare the results with the numbers that the experiment quotes from a paper</source><translation>Die Ergebnisse mit den Zahlen vergleichen, die das Experiment aus einem Artikel zitiert</translation></message>
<message><source>Tests</source><translation>Tests</translation></message>
<message><source>Test the differences between arms, paired by seed</source><translation>Die Unterschiede zwischen Varianten testen, gepaart nach Startzahl</translation></message>
<message><source>Rounds to target</source><translation>Runden bis zum Ziel</translation></message>
<message><source>Show how many rounds each arm needs to reach a value</source><translation>Zeigen, wie viele Runden jede Variante braucht, um einen Wert zu erreichen</translation></message>
<message><source>Best of</source><translation>Beste</translation></message>
<message><source>Show the best arm and the best run by each metric</source><translation>Die beste Variante und den besten Lauf nach jeder Messgröße zeigen</translation></message>
<message><source>&amp;Mean ± sd over seeds</source><translation>&amp;Mittelwert ± sd über Startzahlen</translation></message>
<message><source>Each &amp;run</source><translation>&amp;Jeder Lauf</translation></message>
<message><source>&amp;Smoothed over 13 evaluated rounds</source><translation>&amp;Geglättet über 13 ausgewertete Runden</translation></message>
<message><source>&amp;Logarithmic value axis</source><translation>&amp;Logarithmische Werteachse</translation></message>
<message><source>Logarithmic &amp;horizontal axis</source><translation>Logarithmische &amp;horizontale Achse</translation></message>
<message><source>Over roun&amp;ds</source><translation>Über den &amp;Runden</translation></message>
<message><source>Over &amp;bytes sent</source><translation>Über gesendeten B&amp;ytes</translation></message>
<message><source>Over t&amp;ime</source><translation>Über der Ze&amp;it</translation></message>
<message><source>&amp;Fit</source><translation>&amp;Einpassen</translation></message>
<message><source>Curves</source><translation>Kurven</translation></message>
<message><source>Show the mean of each arm over its seeds, round by round</source><translation>Den Mittelwert jeder Variante über ihre Startzahlen zeigen, Runde für Runde</translation></message>
<message><source>Settings</source><translation>Einstellungen</translation></message>
<message><source>Show which settings go with good results, as parallel coordinates</source><translation>Zeigen, welche Einstellungen mit guten Ergebnissen einhergehen, als parallele Koordinaten</translation></message>
<message><source>Choose the baseline arm</source><translation>Die Bezugsvariante wählen</translation></message>
<message><source>&amp;Baseline arm</source><translation>&amp;Bezugsvariante</translation></message>
<message><source>Set the value to reach; the default is the worst arm's final value</source><translation>Den zu erreichenden Wert festlegen; Vorgabe ist der Endwert der schlechtesten Variante</translation></message>
<message><source>&amp;Target</source><translation>&amp;Ziel</translation></message>
<message><source>%1 (%2 in files and exports)</source><translation>%1 (%2 in Dateien und Exporten)</translation></message>
<message><source>Select runs above to see their curves and result tables. Use Shift and Ctrl to select several; a group selects all of its runs.</source><translation>Wählen Sie oben Läufe aus, um ihre Kurven und Ergebnistabellen zu sehen. Mit Umschalt und Strg wählen Sie mehrere aus; eine Gruppe wählt alle ihre Läufe aus.</translation></message>
<message><source>not set</source><translation>nicht gesetzt</translation></message>
<message><source>Megabytes sent</source><translation>Gesendete Megabyte</translation></message>
<message><source>Seconds</source><translation>Sekunden</translation></message>
<message><source>1 run does not know its bytes</source><translation>1 Lauf ohne Angabe der Bytes</translation></message>
<message><source>%1 runs do not know their bytes</source><translation>%1 Läufe ohne Angabe der Bytes</translation></message>
<message><source>1 run does not know its times</source><translation>1 Lauf ohne Angabe der Zeiten</translation></message>
<message><source>%1 runs do not know their times</source><translation>%1 Läufe ohne Angabe der Zeiten</translation></message>
<message><source>line: one run</source><translation>Linie: ein Lauf</translation></message>
<message><source>line: mean over %1 seeds</source><translation>Linie: Mittelwert über %1 Startzahlen</translation></message>
<message><source>line: mean over %1 runs</source><translation>Linie: Mittelwert über %1 Läufe</translation></message>
<message><source>%1 to %2</source><translation>%1 bis %2</translation></message>
<message><source>band: ± 1 sd</source><translation>Band: ± 1 SD</translation></message>
<message><source>thin: each run</source><translation>dünn: jeder Lauf</translation></message>
<message><source>band: ± 1 sd over clients and seeds where known, else over seeds</source><translation>Band: ± 1 SD über Clients und Startzahlen, wo bekannt, sonst über Startzahlen</translation></message>
<message><source>band: ± 1 sd over clients and seeds</source><translation>Band: ± 1 SD über Clients und Startzahlen</translation></message>
<message><source>smoothed over 13 evaluated rounds</source><translation>geglättet über 13 ausgewertete Runden</translation></message>
<message><source>Run %1: %2, seed %3</source><translation>Lauf %1: %2, Startzahl %3</translation></message>
<message><source>%1 not set</source><translation>%1 nicht gesetzt</translation></message>
<message><source>%1: %2</source><translation>%1: %2</translation></message>
<message><source>Pareto front</source><translation>Pareto-Front</translation></message>
<message><source>falls to</source><translation>fällt</translation></message>
<message><source>rises to</source><translation>steigt</translation></message>
<message><source> (sd over clients %1)</source><translation> (SD über Clients %1)</translation></message>
<message><source>rounds until %1 %2 %3</source><translation>Runden, bis %1 auf %3 %2</translation></message>
<message><source>%1 (%2)</source><translation>%1 (%2)</translation></message>
<message><source>not reached</source><translation>nicht erreicht</translation></message>
<message><source>%1 (%2 of %3)</source><translation>%1 (%2 von %3)</translation></message>
<message><source>not a number</source><translation>keine Zahl</translation></message>
<message><source>within</source><translation>innerhalb</translation></message>
<message><source>above</source><translation>darüber</translation></message>
<message><source>below</source><translation>darunter</translation></message>
<message><source>above: better</source><translation>darüber: besser</translation></message>
<message><source>above: worse</source><translation>darüber: schlechter</translation></message>
<message><source>below: better</source><translation>darunter: besser</translation></message>
<message><source>below: worse</source><translation>darunter: schlechter</translation></message>
<message><source>Method</source><translation>Methode</translation></message>
<message><source>Ours</source><translation>Unsere</translation></message>
<message><source>Difference</source><translation>Differenz</translation></message>
<message><source>Joint deviation</source><translation>Gesamtabweichung</translation></message>
<message><source>Verdict</source><translation>Urteil</translation></message>
<message><source>Measured</source><translation>Gemessen</translation></message>
<message><source>The experiments of the selected runs quote no numbers from a paper.</source><translation>Die Experimente der ausgewählten Läufe zitieren keine Zahlen aus einem Artikel.</translation></message>
<message><source>%1. Deviations are over seeds (ddof 0). The joint deviation is √(ours² + paper²).</source><translation>%1. Abweichungen sind über Startzahlen (ddof 0). Die Gesamtabweichung ist √(unsere² + Artikel²).</translation></message>
<message><source> Each table of the paper gives one number for %1, whatever the setting; each of our settings is compared with it.</source><translation> Jede Tabelle des Artikels nennt eine Zahl für %1, unabhängig von der Einstellung; jede unserer Einstellungen wird damit verglichen.</translation></message>
<message><source> The paper gives one number for %1, whatever the setting; each of our settings is compared with it.</source><translation> Der Artikel nennt eine Zahl für %1, unabhängig von der Einstellung; jede unserer Einstellungen wird damit verglichen.</translation></message>
<message><source> Deviations over clients are over clients and seeds together; they are not joined with those over seeds.</source><translation> Abweichungen über Clients sind über Clients und Startzahlen zusammen; sie werden nicht mit denen über Startzahlen verrechnet.</translation></message>
<message><source> Rounds to a target are medians over seeds; a seed that never reaches it counts as infinitely many rounds.</source><translation> Runden bis zu einem Ziel sind Mediane über Startzahlen; eine Startzahl, die es nie erreicht, zählt als unendlich viele Runden.</translation></message>
<message><source>%1 %2</source><translation>%1 %2</translation></message>
<message><source>Savitzky–Golay, %1 points, order 3</source><translation>Savitzky–Golay, %1 Punkte, Ordnung 3</translation></message>
<message><source>%1; shorter curves are fitted by one cubic</source><translation>%1; kürzere Kurven werden durch ein einziges kubisches Polynom angenähert</translation></message>
<message><source>Runs</source><translation>Läufe</translation></message>
<message><source>Reached</source><translation>Erreicht</translation></message>
<message><source>Median round</source><translation>Median-Runde</translation></message>
<message><source>Reached, smoothed</source><translation>Erreicht, geglättet</translation></message>
<message><source>Median, smoothed</source><translation>Median, geglättet</translation></message>
<message><source>Speed-up</source><translation>Speedup</translation></message>
<message><source>%1 has no better direction. Choose another metric.</source><translation>%1 hat keine bessere Richtung. Wählen Sie eine andere Messgröße.</translation></message>
<message><source>Rounds until %1 %2 %3. The default target is the worst arm's final value. A run that never reaches it counts as infinitely many rounds. Smoothed: %4. Speed-up: the first arm's median divided by this arm's.</source><translation>Runden, bis %1 auf %3 %2. Das vorgegebene Ziel ist der Endwert der schlechtesten Variante. Ein Lauf, der es nie erreicht, zählt als unendlich viele Runden. Geglättet: %4. Speedup: Median der ersten Variante geteilt durch den dieser Variante.</translation></message>
<message><source>Point at a number to see all its digits</source><translation>Auf eine Zahl zeigen, um alle ihre Stellen zu sehen</translation></message>
<message><source>%1 samples</source><translation>%1 Beispiele</translation></message>
<message><source>per class %1</source><translation>je Klasse %1</translation></message>
<message><source>client %1: %2</source><translation>Client %1: %2</translation></message>
<message><source>%1: clients %2</source><translation>%1: Clients %2</translation></message>
<message><source>round %1: clients %2</source><translation>Runde %1: Clients %2</translation></message>
<message><source>none</source><translation>keine</translation></message>
<message><source>%1 (round %2)</source><translation>%1 (Runde %2)</translation></message>
<message><source>%1 was changed by hand to %2, from round %3 on.</source><translation>%1 wurde ab Runde %3 von Hand auf %2 geändert.</translation></message>
<message><source>Group in the first</source><translation>Gruppe im ersten</translation></message>
<message><source>Group in the second</source><translation>Gruppe im zweiten</translation></message>
<message><source>No round has been read yet.</source><translation>Noch keine Runde wurde gelesen.</translation></message>
<message><source>Difference of run %1 and run %2</source><translation>Unterschied von Lauf %1 und Lauf %2</translation></message>
<message><source>Reading both runs…</source><translation>Beide Läufe werden gelesen…</translation></message>
<message><source>Choose the round of the matrices and the groups</source><translation>Die Runde der Matrizen und der Gruppen wählen</translation></message>
<message><source>Numbers</source><translation>Zahlen</translation></message>
<message><source>&amp;Round</source><translation>&amp;Runde</translation></message>
<message><source>Close this dialog</source><translation>Diesen Dialog schließen</translation></message>
<message><source>Point at a value to see all of it</source><translation>Auf einen Wert zeigen, um ihn ganz zu sehen</translation></message>
<message><source>Choose the metric of the curves</source><translation>Die Messgröße der Kurven wählen</translation></message>
<message><source>&amp;Subtracted</source><translation>&amp;Differenz</translation></message>
<message><source>Show the second run minus the first, in place of both</source><translation>Den zweiten Lauf minus den ersten zeigen, statt beider</translation></message>
<message><source>Difference of the matrices</source><translation>Differenz der Matrizen</translation></message>
<message><source>Matrix</source><translation>Matrix</translation></message>
<message><source>Choose which matrices are subtracted, second − first</source><translation>Wählen, welche Matrizen voneinander abgezogen werden, zweite − erste</translation></message>
<message><source>Matrices</source><translation>Matrizen</translation></message>
<message><source>Groups of both runs</source><translation>Gruppen beider Läufe</translation></message>
<message><source>Run %1</source><translation>Lauf %1</translation></message>
<message><source>Groups</source><translation>Gruppen</translation></message>
<message><source>Settings, program, libraries, processor and device are the same.</source><translation>Einstellungen, Programm, Bibliotheken, Prozessor und Gerät sind gleich.</translation></message>
<message><source>Reading…</source><translation>Wird gelesen…</translation></message>
<message><source>Both runs do not report this matrix for the same clients in round %1. Choose another matrix or round.</source><translation>Die beiden Läufe liefern diese Matrix in Runde %1 nicht für dieselben Clients. Wählen Sie eine andere Matrix oder Runde.</translation></message>
<message><source>Run %1: %2 · %3 · seed %4</source><translation>Lauf %1: %2 · %3 · Startzahl %4</translation></message>
<message><source>Setting</source><translation>Einstellung</translation></message>
<message><source>Computed with %1</source><translation>Berechnet mit %1</translation></message>
<message><source>Second − first</source><translation>Zweiter − erster</translation></message>
<message><source>%1, second − first</source><translation>%1, zweiter − erster</translation></message>
<message><source>run %1 − run %2</source><translation>Lauf %1 − Lauf %2</translation></message>
<message><source>run %1</source><translation>Lauf %1</translation></message>
<message><source>takes from client</source><translation>übernimmt von Client</translation></message>
<message><source>The groups of both runs are the same.</source><translation>Die Gruppen beider Läufe sind gleich.</translation></message>
<message><source>%1 of %2 clients trains with other clients: %3</source><translation>%1 von %2 Clients trainiert mit anderen Clients: %3</translation></message>
<message><source>%1 of %2 clients train with other clients: %3</source><translation>%1 von %2 Clients trainieren mit anderen Clients: %3</translation></message>
<message><source>Figures</source><translation>Abbildungen</translation></message>
<message><source>All arms</source><translation>Alle Varianten</translation></message>
<message><source>Fig&amp;ures</source><translation>Ab&amp;bildungen</translation></message>
<message><source>Draw a figure that the experiment describes, with all of its runs</source><translation>Eine Abbildung zeichnen, die das Experiment beschreibt, mit allen seinen Läufen</translation></message>
<message><source>Leave the figure and show all selected runs</source><translation>Die Abbildung verlassen und alle ausgewählten Läufe zeigen</translation></message>
<message><source>1 figure can be drawn of these runs</source><translation>1 Abbildung lässt sich aus diesen Läufen zeichnen</translation></message>
<message><source>%1 figures can be drawn of these runs</source><translation>%1 Abbildungen lassen sich aus diesen Läufen zeichnen</translation></message>
<message><source>These runs do not record the metric “%1”.</source><translation>Diese Läufe zeichnen die Messgröße „%1“ nicht auf.</translation></message>
<message><source>These runs do not know how many bytes they sent.</source><translation>Von diesen Läufen ist nicht bekannt, wie viele Bytes sie gesendet haben.</translation></message>
<message><source>These runs do not know how long they took.</source><translation>Von diesen Läufen ist nicht bekannt, wie lange sie gedauert haben.</translation></message>
<message><source>The figure is drawn over “%1”, which is the same in all of these runs. Run the experiment with its other values too.</source><translation>Die Abbildung ist über „%1“ gezeichnet, und das ist in allen diesen Läufen gleich. Führen Sie das Experiment auch mit den übrigen Werten aus.</translation></message>
<message><source>No selected run of the figure's arms has a stored round yet. Run the experiment, or select its runs.</source><translation>Kein ausgewählter Lauf der Varianten der Abbildung hat bisher eine gespeicherte Runde. Führen Sie das Experiment aus, oder wählen Sie seine Läufe aus.</translation></message>
<message><source>%1 of %2 arms have no run: %3</source><translation>%1 von %2 Varianten haben keinen Lauf: %3</translation></message>
<message><source>%1 of %2 runs are finished</source><translation>%1 von %2 Läufen sind fertig</translation></message>
<message><source>Filter: hcct error&lt;20 alpha&gt;=10</source><translation>Filter: hcct error&lt;20 alpha&gt;=10</translation></message>
<message><source>List only the runs for which every part holds:
hcct – any column, or a setting that differs, has the word
"two words" – one of them has the text
arm:hcct – this column or setting has the text
error&lt;20, seed=3, alpha&gt;=10 – a number compares so
A setting is named by its last word or by more of its path, as in partition/alpha. ↓ lists all names, and the values after a name.</source><translation>Nur die Läufe auflisten, für die jeder Teil gilt:
hcct – irgendeine Spalte oder eine abweichende Einstellung hat das Wort
"zwei Wörter" – eine von ihnen enthält den Text
arm:hcct – diese Spalte oder Einstellung enthält den Text
error&lt;20, seed=3, alpha&gt;=10 – eine Zahl erfüllt den Vergleich
Eine Einstellung wird mit ihrem letzten Wort oder mit mehr von ihrem Pfad benannt, wie in partition/alpha. ↓ listet alle Namen auf und nach einem Namen die Werte.</translation></message>
<message><source>Names and values</source><translation>Namen und Werte</translation></message>
<message><source>%1 has no column yet. Add it with Columns, above the table.</source><translation>%1 hat noch keine Spalte. Fügen Sie sie mit „Spalten“ über der Tabelle hinzu.</translation></message>
<message><source>%1 is not a column or a setting of these runs. Did you mean “%2”?</source><translation>%1 ist weder eine Spalte noch eine Einstellung dieser Läufe. Meinten Sie „%2“?</translation></message>
<message><source>%1 is not a column or a setting of these runs. Press ↓ to choose one, or put the text in quotes to search for it.</source><translation>%1 ist weder eine Spalte noch eine Einstellung dieser Läufe. Drücken Sie ↓, um eine auszuwählen, oder setzen Sie den Text in Anführungszeichen, um danach zu suchen.</translation></message>
<message><source>“%1” needs a name before it, as in alpha&gt;=10.</source><translation>Vor „%1“ muss ein Name stehen, wie in alpha&gt;=10.</translation></message>
<message><source>“%1” can mean %2. Type more of its path.</source><translation>„%1“ kann %2 bedeuten. Geben Sie mehr von seinem Pfad ein.</translation></message>
<message><source>“%1” needs a value after it, as in alpha&gt;=10.</source><translation>Nach „%1“ muss ein Wert stehen, wie in alpha&gt;=10.</translation></message>
<message><source>“%1” is not a number; “%2” compares numbers.</source><translation>„%1“ ist keine Zahl; „%2“ vergleicht Zahlen.</translation></message>
<message><source>Folders of runs</source><translation>Ordner der Läufe</translation></message>
<message><source>Choose a folder to list its runs; drag runs from the table onto a folder. A folder goes when its last run goes.</source><translation>Einen Ordner wählen, um seine Läufe aufzulisten; Läufe aus der Tabelle auf einen Ordner ziehen. Ein Ordner verschwindet mit seinem letzten Lauf.</translation></message>
<message><source>&amp;Rename the folder…</source><translation>Ordner &amp;umbenennen…</translation></message>
<message><source>R&amp;emove the folder, keep its runs</source><translation>Ordner &amp;entfernen, Läufe behalten</translation></message>
<message><source>All runs</source><translation>Alle Läufe</translation></message>
<message><source>In no folder</source><translation>In keinem Ordner</translation></message>
<message><source>First columns</source><translation>Erste Spalten</translation></message>
<message><source>Change nothing</source><translation>Nichts ändern</translation></message>
<message><source>%1 %2 %</source><translation>%1 %2 %</translation></message>
<message><source>Variance that goes with: %1</source><translation>Varianz, die einhergeht mit: %1</translation></message>
<message><source>Horizontal axis</source><translation>Horizontale Achse</translation></message>
<message><source>Choose what the metric is drawn over: a setting in which the runs differ, or another metric</source><translation>Wählen, worüber die Messgröße gezeichnet wird: eine Einstellung, in der sich die Läufe unterscheiden, oder eine andere Messgröße</translation></message>
<message><source>The share of the metric's variance over the selected runs that lies between a setting's values, beyond what chance would put there (ω²). Settings that change together share what they explain; those with a value of its own for each run are left out</source><translation>Der Anteil an der Varianz der Messgröße über die ausgewählten Läufe, der zwischen den Werten einer Einstellung liegt, über das hinaus, was der Zufall ergäbe (ω²). Einstellungen, die sich gemeinsam ändern, teilen sich, was sie erklären; solche mit einem eigenen Wert für jeden Lauf bleiben außer Betracht</translation></message>
<message><source>Over</source><translation>Über</translation></message>
<message><source>&amp;Logarithmic horizontal axis</source><translation>&amp;Logarithmische waagerechte Achse</translation></message>
<message><source>Logarithmic &amp;value axis</source><translation>Logarithmische &amp;Werteachse</translation></message>
<message><source>The note of run %1 was changed</source><translation>Die Notiz von Lauf %1 wurde geändert</translation></message>
<message><source>The tags of run %1 were changed</source><translation>Die Schlagwörter von Lauf %1 wurden geändert</translation></message>
<message><source>1 run was pinned</source><translation>1 Lauf wurde angeheftet</translation></message>
<message><source>%1 runs were pinned</source><translation>%1 Läufe wurden angeheftet</translation></message>
<message><source>1 run was unpinned</source><translation>1 Lauf ist nicht mehr angeheftet</translation></message>
<message><source>%1 runs were unpinned</source><translation>%1 Läufe sind nicht mehr angeheftet</translation></message>
<message><source>1 run was deleted</source><translation>1 Lauf wurde gelöscht</translation></message>
<message><source>%1 runs were deleted</source><translation>%1 Läufe wurden gelöscht</translation></message>
<message><source>; running and queued runs are not stopped</source><translation>; laufende und wartende Läufe werden nicht abgebrochen</translation></message>
<message><source>1 run is stored already, with the same numbers</source><translation>1 Lauf ist schon mit denselben Zahlen gespeichert</translation></message>
<message><source>%1 runs are stored already, with the same numbers</source><translation>%1 Läufe sind schon mit denselben Zahlen gespeichert</translation></message>
<message><source>Nothing was imported: %1</source><translation>Es wurde nichts importiert: %1</translation></message>
<message><source>1 run was imported</source><translation>1 Lauf wurde importiert</translation></message>
<message><source>%1 runs were imported</source><translation>%1 Läufe wurden importiert</translation></message>
<message><source>Undone: %1</source><translation>Rückgängig gemacht: %1</translation></message>
<message><source>Export the table</source><translation>Tabelle exportieren</translation></message>
<message><source>Write a report</source><translation>Bericht schreiben</translation></message>
<message><source>Web pages (*.html);;PDF (*.pdf)</source><translation>Webseiten (*.html);;PDF (*.pdf)</translation></message>
<message><source>Listed runs as one table</source><translation>Aufgelistete Läufe als eine Tabelle</translation></message>
<message><source>Selected runs as one CSV file</source><translation>Ausgewählte Läufe als eine CSV-Datei</translation></message>
<message><source>%1.csv: %2…</source><translation>%1.csv: %2…</translation></message>
<message><source>Export selected runs</source><translation>Ausgewählte Läufe exportieren</translation></message>
<message><source>Selected runs as a web page or PDF</source><translation>Ausgewählte Läufe als Webseite oder PDF</translation></message>
<message><source>Selected runs with their experiments and all CSV files</source><translation>Ausgewählte Läufe mit ihren Experimenten und allen CSV-Dateien</translation></message>
<message><source>Choose an empty folder for the bundle</source><translation>Einen leeren Ordner für das Bündel wählen</translation></message>
<message><source>Import a bundle</source><translation>Bündel importieren</translation></message>
<message><source>Bundles (*.zip manifest.json)</source><translation>Bündel (*.zip manifest.json)</translation></message>
<message><source>%1 was written</source><translation>%1 wurde geschrieben</translation></message>
<message><source>The bundle was written to %1</source><translation>Das Bündel wurde nach %1 geschrieben</translation></message>
<message><source>The report was written to %1</source><translation>Der Bericht wurde nach %1 geschrieben</translation></message>
<message><source>Number of the run in the store; newer runs have higher numbers</source><translation>Nummer des Laufs im Speicher; neuere Läufe haben höhere Nummern</translation></message>
<message><source>Experiment that the run belongs to</source><translation>Experiment, zu dem der Lauf gehört</translation></message>
<message><source>Method that ran</source><translation>Methode, die gelaufen ist</translation></message>
<message><source>Display name</source><translation>Anzeigename</translation></message>
<message><source>Your own name for the run; experiment and arm keep theirs. F2 sets it</source><translation>Eigener Name für den Lauf; Experiment und Variante behalten ihren. F2 legt ihn fest</translation></message>
<message><source>Shows how the run differs from other runs of its arm: its values in the experiment's sweep, settings that differ from those of another experiment of this name, and settings that were changed by hand</source><translation>Zeigt, wie sich der Lauf von anderen Läufen seiner Variante unterscheidet: seine Werte in der Reihe des Experiments, Einstellungen, die von denen eines anderen Experiments dieses Namens abweichen, und von Hand geänderte Einstellungen</translation></message>
<message><source>Seed of the run's random numbers</source><translation>Startzahl der Zufallszahlen des Laufs</translation></message>
<message><source>State</source><translation>Zustand</translation></message>
<message><source>State of the run; stopped runs can be resumed</source><translation>Zustand des Laufs; abgebrochene Läufe können fortgesetzt werden</translation></message>
<message><source>Rounds</source><translation>Runden</translation></message>
<message><source>Rounds done and planned</source><translation>Ausgeführte und geplante Runden</translation></message>
<message><source>Last error %</source><translation>Letzter Fehler %</translation></message>
<message><source>Mean test error over clients after the last round, 100 · (1 − accuracy); that of the global model if clients have no models of their own</source><translation>Mittlerer Testfehler über die Clients nach der letzten Runde, 100 · (1 − Genauigkeit); der des globalen Modells, wenn Clients keine eigenen Modelle haben</translation></message>
<message><source>Best error %</source><translation>Bester Fehler %</translation></message>
<message><source>The same in the best round so far</source><translation>Dasselbe in der bisher besten Runde</translation></message>
<message><source>Training loss</source><translation>Trainingsverlust</translation></message>
<message><source>Mean training loss of the last round; the pooled loss for centralised training</source><translation>Mittlerer Trainingsverlust der letzten Runde; bei zentralem Training der Verlust auf den zusammengelegten Daten</translation></message>
<message><source>Created</source><translation>Erstellt</translation></message>
<message><source>Local time when the run was queued</source><translation>Ortszeit, zu der der Lauf eingereiht wurde</translation></message>
<message><source>Folder</source><translation>Ordner</translation></message>
<message><source>Folder that the run is in, as a path; drag runs to another</source><translation>Ordner, in dem der Lauf ist, als Pfad; Läufe lassen sich in einen anderen ziehen</translation></message>
<message><source>Tags</source><translation>Schlagwörter</translation></message>
<message><source>Your own words, separated by commas; edit them in place</source><translation>Eigene Wörter, durch Kommas getrennt; direkt in der Zelle bearbeiten</translation></message>
<message><source>Note</source><translation>Notiz</translation></message>
<message><source>Your own note; edit it in place</source><translation>Eigene Notiz; direkt in der Zelle bearbeiten</translation></message>
<message><source>Device</source><translation>Gerät</translation></message>
<message><source>Device that the run trained on</source><translation>Gerät, auf dem der Lauf trainiert hat</translation></message>
<message><source>round %1</source><translation>Runde %1</translation></message>
<message><source>best</source><translation>bester Wert</translation></message>
<message><source>last</source><translation>letzter Wert</translation></message>
<message><source>%1 / %2</source><translation>%1 / %2</translation></message>
<message><source>not begun</source><translation>nicht begonnen</translation></message>
<message><source>%1, %2</source><translation>%1, %2</translation></message>
<message><source>&amp;All settings, not only those that differ</source><translation>&amp;Alle Einstellungen, nicht nur die abweichenden</translation></message>
<message><source>&amp;Last value of</source><translation>&amp;Letzter Wert von</translation></message>
<message><source>&amp;Best value of</source><translation>&amp;Bester Wert von</translation></message>
<message><source>Value at a &amp;round of</source><translation>Wert in einer &amp;Runde von</translation></message>
<message><source>&amp;Remove these columns</source><translation>Diese Spalten &amp;entfernen</translation></message>
<message><source>%1 after round:</source><translation>%1 nach Runde:</translation></message>
<message><source>The tags of 1 run were changed</source><translation>Die Schlagwörter von 1 Lauf wurden geändert</translation></message>
<message><source>The tags of %1 runs were changed</source><translation>Die Schlagwörter von %1 Läufen wurden geändert</translation></message>
<message><source>Display name of 1 run</source><translation>Anzeigename von 1 Lauf</translation></message>
<message><source>Display name of %1 runs</source><translation>Anzeigename von %1 Läufen</translation></message>
<message><source>&amp;Name</source><translation>&amp;Name</translation></message>
<message><source>Type a name that is shown beside those of experiment and arm, which stay. Empty: none.</source><translation>Einen Namen eingeben, der neben denen von Experiment und Variante gezeigt wird; diese bleiben. Leer: keiner.</translation></message>
<message><source>These runs have different names. Type one for all of them, or nothing to leave them.</source><translation>Diese Läufe haben verschiedene Namen. Geben Sie einen für alle ein, oder nichts, um sie zu lassen.</translation></message>
<message><source>&amp;Set</source><translation>&amp;Setzen</translation></message>
<message><source>The display name of 1 run was changed</source><translation>Der Anzeigename von 1 Lauf wurde geändert</translation></message>
<message><source>The display name of %1 runs was changed</source><translation>Der Anzeigename von %1 Läufen wurde geändert</translation></message>
<message><source>Move 1 run to a folder</source><translation>1 Lauf in einen Ordner verschieben</translation></message>
<message><source>Move %1 runs to a folder</source><translation>%1 Läufe in einen Ordner verschieben</translation></message>
<message><source>&amp;Folder</source><translation>&amp;Ordner</translation></message>
<message><source>Choose a folder or type a new one; a / makes a folder in a folder, as in paper/figures. Empty: the runs get no folder.</source><translation>Einen Ordner wählen oder einen neuen eingeben; ein / legt einen Ordner in einem Ordner an, wie in Artikel/Abbildungen. Leer: Die Läufe erhalten keinen Ordner.</translation></message>
<message><source>These runs are in different folders. Choose or type one for all of them, or nothing to leave them. Drop them on “In no folder” to take them out.</source><translation>Diese Läufe liegen in verschiedenen Ordnern. Wählen Sie einen für alle oder geben Sie ihn ein, oder nichts, um sie zu lassen. Ziehen Sie sie auf „In keinem Ordner“, um sie herauszunehmen.</translation></message>
<message><source>&amp;Move</source><translation>&amp;Verschieben</translation></message>
<message><source>1 run was moved out of its folder</source><translation>1 Lauf wurde aus seinem Ordner genommen</translation></message>
<message><source>%1 runs were moved out of their folders</source><translation>%1 Läufe wurden aus ihren Ordnern genommen</translation></message>
<message><source>1 run was moved to “%2”</source><translation>1 Lauf wurde nach „%2“ verschoben</translation></message>
<message><source>%1 runs were moved to “%2”</source><translation>%1 Läufe wurden nach „%2“ verschoben</translation></message>
<message><source>There is a folder “%1” already. Choose another name.</source><translation>Es gibt schon einen Ordner „%1“. Wählen Sie einen anderen Namen.</translation></message>
<message><source>Rename the folder “%1”</source><translation>Ordner „%1“ umbenennen</translation></message>
<message><source>Type the folder's new path; the folders in it go with it</source><translation>Den neuen Pfad des Ordners eingeben; die Ordner in ihm ziehen mit um</translation></message>
<message><source>&amp;Rename</source><translation>&amp;Umbenennen</translation></message>
<message><source>The folder “%1” was renamed to “%2”</source><translation>Der Ordner „%1“ wurde in „%2“ umbenannt</translation></message>
<message><source>The folder “%1” was removed; its runs are kept</source><translation>Der Ordner „%1“ wurde entfernt; seine Läufe bleiben erhalten</translation></message>
<message><source>No run has the word “%1”. Press Enter to search for it, or continue, as in alpha&gt;=10.</source><translation>Kein Lauf hat das Wort „%1“. Drücken Sie die Eingabetaste, um danach zu suchen, oder schreiben Sie weiter, wie in alpha&gt;=10.</translation></message>
<message><source>Fork of %1</source><translation>Verzweigung von %1</translation></message>
<message><source>%1
Name in the filter: %2</source><translation>%1
Name im Filter: %2</translation></message>
<message><source>%1 seeds</source><translation>%1 Startzahlen</translation></message>
<message><source>%1 of %2 finished</source><translation>%1 von %2 fertig</translation></message>
<message><source>%1 / %1</source><translation>%1 / %1</translation></message>
<message><source>List and compare runs as in this view</source><translation>Läufe wie in dieser Ansicht auflisten und vergleichen</translation></message>
<message><source>&amp;Update “%1”</source><translation>„%1“ &amp;aktualisieren</translation></message>
<message><source>Keep the present filter, columns, order and tab in this view</source><translation>Den jetzigen Filter mit Spalten, Reihenfolge und Reiter in dieser Ansicht festhalten</translation></message>
<message><source>&amp;Rename “%1”…</source><translation>„%1“ &amp;umbenennen…</translation></message>
<message><source>Give this view another name</source><translation>Dieser Ansicht einen anderen Namen geben</translation></message>
<message><source>&amp;Delete “%1”</source><translation>„%1“ &amp;löschen</translation></message>
<message><source>Delete this view; no run is touched, and it can be undone</source><translation>Diese Ansicht löschen; kein Lauf wird berührt, und es lässt sich rückgängig machen</translation></message>
<message><source>The folder “%1” of this view has no runs any more</source><translation>Der Ordner „%1“ dieser Ansicht hat keine Läufe mehr</translation></message>
<message><source>There is a view “%1” already. Choose another name.</source><translation>Es gibt schon eine Ansicht „%1“. Wählen Sie einen anderen Namen.</translation></message>
<message><source>Save this view</source><translation>Diese Ansicht speichern</translation></message>
<message><source>Name the present filter, folder, columns, order, grouping, metric and tab</source><translation>Den jetzigen Filter mit Ordner, Spalten, Reihenfolge, Gruppierung, Messgröße und Reiter benennen</translation></message>
<message><source>&amp;Save</source><translation>&amp;Speichern</translation></message>
<message><source>The view “%1” was saved</source><translation>Die Ansicht „%1“ wurde gespeichert</translation></message>
<message><source>The view “%1” was updated</source><translation>Die Ansicht „%1“ wurde aktualisiert</translation></message>
<message><source>Rename the view “%1”</source><translation>Ansicht „%1“ umbenennen</translation></message>
<message><source>Type the view's new name</source><translation>Den neuen Namen der Ansicht eingeben</translation></message>
<message><source>The view “%1” was renamed to “%2”</source><translation>Die Ansicht „%1“ wurde in „%2“ umbenannt</translation></message>
<message><source>The view “%1” was deleted</source><translation>Die Ansicht „%1“ wurde gelöscht</translation></message>
<message><source>Tags of 1 run</source><translation>Schlagwörter von 1 Lauf</translation></message>
<message><source>Tags of %1 runs</source><translation>Schlagwörter von %1 Läufen</translation></message>
<message><source>Tick a tag to give it to all selected runs, untick it to take it from all of them. A tag that some of them have shows a dash and stays as it is. Space ticks.</source><translation>Ein Haken gibt ein Schlagwort allen ausgewählten Läufen, ohne Haken wird es allen genommen. Ein Schlagwort, das einige von ihnen haben, zeigt einen Strich und bleibt, wie es ist. Die Leertaste setzt den Haken.</translation></message>
<message><source>Add tags to all selected runs; commas separate several</source><translation>Allen ausgewählten Läufen Schlagwörter hinzufügen; Kommas trennen mehrere</translation></message>
<message><source>paper, to repeat</source><translation>Artikel, wiederholen</translation></message>
<message><source>&amp;Apply</source><translation>&amp;Anwenden</translation></message>
<message><source>Change the tags of the selected runs; this can be undone</source><translation>Die Schlagwörter der ausgewählten Läufe ändern; das lässt sich rückgängig machen</translation></message>
<message><source>&amp;New tags</source><translation>&amp;Neue Schlagwörter</translation></message>
<message><source>Verify runs</source><translation>Läufe nachprüfen</translation></message>
<message><source>Verified runs</source><translation>Nachgeprüfte Läufe</translation></message>
<message><source>Point at a verdict to see all of it</source><translation>Auf ein Urteil zeigen, um es ganz zu sehen</translation></message>
<message><source>&amp;Stop</source><translation>Ab&amp;brechen</translation></message>
<message><source>Stop after the step under way; no further run is played</source><translation>Nach dem laufenden Schritt abbrechen; kein weiterer Lauf wird abgespielt</translation></message>
<message><source>Stop and close this dialog</source><translation>Abbrechen und diesen Dialog schließen</translation></message>
<message><source>Not played.</source><translation>Nicht abgespielt.</translation></message>
<message><source>Waits.</source><translation>Wartet.</translation></message>
<message><source>Reading its data…</source><translation>Seine Daten werden gelesen…</translation></message>
<message><source>The same up to round %1…</source><translation>Bis Runde %1 gleich…</translation></message>
<message><source>Each run is played again from its start and compared with what is stored.</source><translation>Jeder Lauf wird von Anfang an noch einmal abgespielt und mit dem Gespeicherten verglichen.</translation></message>
<message><source>The run is the same to the bit.</source><translation>Der Lauf ist bitgenau gleich.</translation></message>
<message><source>All %1 runs are the same to the bit.</source><translation>Alle %1 Läufe sind bitgenau gleich.</translation></message>
<message><source>The run was not found the same to the bit.</source><translation>Der Lauf hat sich nicht als bitgenau gleich erwiesen.</translation></message>
<message><source>%1 of %2 runs were found the same to the bit.</source><translation>%1 von %2 Läufen haben sich als bitgenau gleich erwiesen.</translation></message>
<message><source>in the open experiment</source><translation>im offenen Experiment</translation></message>
<message><source>imported</source><translation>importiert</translation></message>
<message><source>built in</source><translation>eingebaut</translation></message>
<message><source>in %1</source><translation>in %1</translation></message>
<message><source>manual download</source><translation>von Hand herunterzuladen</translation></message>
<message><source>%1 to download</source><translation>%1 herunterzuladen</translation></message>
<message><source>to download</source><translation>herunterzuladen</translation></message>
<message><source>Licence: %1</source><translation>Lizenz: %1</translation></message>
<message><source>Data of the open experiment</source><translation>Daten des offenen Experiments</translation></message>
<message><source>%1, partition “%2”</source><translation>%1, Aufteilung „%2“</translation></message>
<message><source>%1. Browse its samples client by client.</source><translation>%1. Die Beispiele Client für Client durchsehen.</translation></message>
<message><source>⚠ cannot be read</source><translation>⚠ nicht lesbar</translation></message>
<message><source>No data folder is set, and there is no home folder. Set COTERIE_DATA or start Coterie with --data FOLDER.</source><translation>Es ist kein Datenordner festgelegt, und es gibt keinen persönlichen Ordner. Setzen Sie COTERIE_DATA oder starten Sie Coterie mit --data ORDNER.</translation></message>
<message><source>Data folders: %1</source><translation>Datenordner: %1</translation></message>
<message><source> and </source><translation> und </translation></message>
<message><source>Its files are not on this machine, and no data folder is set for a download. Start Coterie with --data FOLDER, or import a folder that contains them.</source><translation>Die Dateien sind nicht auf diesem Rechner, und zum Herunterladen ist kein Datenordner festgelegt. Starten Sie Coterie mit --data ORDNER oder importieren Sie einen Ordner, der sie enthält.</translation></message>
<message><source>Its files are not on this machine. Download them into %1, or import a folder that contains them.</source><translation>Die Dateien sind nicht auf diesem Rechner. Laden Sie sie in %1 herunter oder importieren Sie einen Ordner, der sie enthält.</translation></message>
<message><source>Its files are not on this machine and need a manual download from the source shown above. Then import the folder that contains them.</source><translation>Die Dateien sind nicht auf diesem Rechner und müssen von Hand von der oben gezeigten Quelle heruntergeladen werden. Importieren Sie danach den Ordner, der sie enthält.</translation></message>
<message><source>Data sets</source><translation>Datensätze</translation></message>
<message><source>Import</source><translation>Importieren</translation></message>
<message><source>Import your own data: a table (CSV), NumPy arrays, IDX or CIFAR binary files, a folder of PNG pictures, or a published data set in another folder. You can also drop it on this page</source><translation>Eigene Daten importieren: eine Tabelle (CSV), NumPy-Arrays, Binärdateien im Format IDX oder CIFAR, einen Ordner mit PNG-Bildern oder einen veröffentlichten Datensatz in einem anderen Ordner. Man kann sie auch auf diese Seite ziehen</translation></message>
<message><source>&amp;File…</source><translation>&amp;Datei…</translation></message>
<message><source>F&amp;older…</source><translation>&amp;Ordner…</translation></message>
<message><source>Choose a data set to see its samples</source><translation>Einen Datensatz wählen, um seine Beispiele zu sehen</translation></message>
<message><source>%1 %</source><translation>%1 %</translation></message>
<message><source>waiting …</source><translation>wartet …</translation></message>
<message><source>download failed</source><translation>Herunterladen fehlgeschlagen</translation></message>
<message><source>Reading …</source><translation>Wird gelesen …</translation></message>
<message><source>Cannot read the file; see above. Fix the file and choose it again, or change above how it is read.</source><translation>Die Datei lässt sich nicht lesen; siehe oben. Berichtigen Sie die Datei und wählen Sie sie noch einmal, oder ändern Sie oben, wie sie gelesen wird.</translation></message>
<message><source>not stated</source><translation>nicht angegeben</translation></message>
<message><source>Cannot read the file; see above. Fix the file and choose it again, or choose another.</source><translation>Die Datei lässt sich nicht lesen; siehe oben. Berichtigen Sie die Datei und wählen Sie sie noch einmal, oder wählen Sie eine andere.</translation></message>
<message><source>Import a folder</source><translation>Ordner importieren</translation></message>
<message><source>Import a file</source><translation>Datei importieren</translation></message>
<message><source>Use in the experiment</source><translation>Im Experiment verwenden</translation></message>
<message><source>Cancel</source><translation>Abbrechen</translation></message>
<message><source>Shows the name to use in experiment files</source><translation>Zeigt den Namen für Experimentdateien</translation></message>
<message><source>Use this data set in the open experiment</source><translation>Diesen Datensatz im offenen Experiment verwenden</translation></message>
<message><source>Download into the data folder. Resumes a partial download</source><translation>In den Datenordner herunterladen. Setzt ein begonnenes Herunterladen fort</translation></message>
<message><source>Stop the download; a later one resumes it</source><translation>Das Herunterladen abbrechen; ein späteres setzt es fort</translation></message>
<message><source>Download</source><translation>Herunterladen</translation></message>
<message><source>In experiment files: %1</source><translation>In Experimentdateien: %1</translation></message>
<message><source>Found %1</source><translation>Gefunden %1</translation></message>
<message><source>Download %1</source><translation>%1 herunterladen</translation></message>
<message><source>Waiting for the server …</source><translation>Wartet auf den Server …</translation></message>
<message><source>Using this data set creates a link in the data folder. Nothing is copied.</source><translation>Wenn Sie diesen Datensatz verwenden, entsteht eine Verknüpfung im Datenordner. Es wird nichts kopiert.</translation></message>
<message><source>reading …</source><translation>wird gelesen …</translation></message>
<message><source>Samples</source><translation>Beispiele</translation></message>
<message><source>Shows the first samples as stored, unprocessed</source><translation>Zeigt die ersten Beispiele wie gespeichert, unverarbeitet</translation></message>
<message><source>&amp;Show</source><translation>&amp;Zeigen</translation></message>
<message><source>Choose training or test samples</source><translation>Trainings- oder Testbeispiele wählen</translation></message>
<message><source>C&amp;lass</source><translation>K&amp;lasse</translation></message>
<message><source>Show only samples of this class</source><translation>Nur Beispiele dieser Klasse zeigen</translation></message>
<message><source>Do&amp;main</source><translation>Do&amp;mäne</translation></message>
<message><source>Show only samples of this domain</source><translation>Nur Beispiele dieser Domäne zeigen</translation></message>
<message><source>Cli&amp;ent</source><translation>Cli&amp;ent</translation></message>
<message><source>Show only samples of this client of the open experiment</source><translation>Nur Beispiele dieses Clients des geöffneten Experiments zeigen</translation></message>
<message><source>Slice</source><translation>Schicht</translation></message>
<message><source>Choose which slice of each scan to show</source><translation>Wählen, welche Schicht jeder Aufnahme gezeigt wird</translation></message>
<message><source>Slice %1 of %2</source><translation>Schicht %1 von %2</translation></message>
<message><source>test samples</source><translation>Testbeispiele</translation></message>
<message><source>all</source><translation>alle</translation></message>
<message><source>client %1</source><translation>Client %1</translation></message>
<message><source>first %1 of %2 samples</source><translation>die ersten %1 von %2 Beispielen</translation></message>
<message><source>first of unlimited samples</source><translation>die ersten von unbegrenzt vielen Beispielen</translation></message>
<message><source>%1 of %2 samples</source><translation>%1 von %2 Beispielen</translation></message>
<message><source>%1; the mask is tinted</source><translation>%1; die Maske ist eingefärbt</translation></message>
<message><source>No samples match. Change the filters.</source><translation>Kein Beispiel passt. Ändern Sie die Filter.</translation></message>
<message><source>Sample pictures</source><translation>Bilder der Beispiele</translation></message>
<message><source>Select a sample to see its label; move with the arrow keys</source><translation>Ein Beispiel auswählen, um seine Klasse zu sehen; mit den Pfeiltasten weitergehen</translation></message>
<message><source>test sample %1</source><translation>Testbeispiel %1</translation></message>
<message><source>sample %1</source><translation>Beispiel %1</translation></message>
<message><source>, class %1</source><translation>, Klasse %1</translation></message>
<message><source>, target %1</source><translation>, Zielwert %1</translation></message>
<message><source>, domain %1</source><translation>, Domäne %1</translation></message>
<message><source>sample</source><translation>Beispiel</translation></message>
<message><source>target</source><translation>Zielwert</translation></message>
<message><source>domain</source><translation>Domäne</translation></message>
<message><source>feature %1</source><translation>Merkmal %1</translation></message>
<message><source>unnamed</source><translation>unbenannt</translation></message>
<message><source>1 problem</source><translation>1 Problem</translation></message>
<message><source>%1 problems</source><translation>%1 Probleme</translation></message>
<message><source>Rename an arm</source><translation>Variante umbenennen</translation></message>
<message><source>Algorithm</source><translation>Algorithmus</translation></message>
<message><source>Participants of a round</source><translation>Teilnehmer einer Runde</translation></message>
<message><source>Sampler</source><translation>Auswahlverfahren</translation></message>
<message><source>Changes from the common settings</source><translation>Abweichungen von den gemeinsamen Einstellungen</translation></message>
<message><source>An empty field uses the common setting, which it shows in grey.</source><translation>Ein leeres Feld verwendet die gemeinsame Einstellung, die es in Grau zeigt.</translation></message>
<message><source>Work per round</source><translation>Arbeit je Runde</translation></message>
<message><source>Optimiser</source><translation>Optimierer</translation></message>
<message><source>Optimiser of the arm</source><translation>Optimierer der Variante</translation></message>
<message><source>Learning-rate schedule</source><translation>Lernratenplan</translation></message>
<message><source>Learning-rate schedule of the arm</source><translation>Lernratenplan der Variante</translation></message>
<message><source>Objective</source><translation>Zielfunktion</translation></message>
<message><source>Local objective of the arm</source><translation>Lokale Zielfunktion der Variante</translation></message>
<message><source>Model</source><translation>Modell</translation></message>
<message><source>Model of the arm</source><translation>Modell der Variante</translation></message>
<message><source>Precision and initialisation</source><translation>Präzision und Initialisierung</translation></message>
<message><source>Local training: own settings</source><translation>Lokales Training: eigene Einstellungen</translation></message>
<message><source>Local training: common settings</source><translation>Lokales Training: gemeinsame Einstellungen</translation></message>
<message><source>Model: own settings</source><translation>Modell: eigene Einstellungen</translation></message>
<message><source>Model: common settings</source><translation>Modell: gemeinsame Einstellungen</translation></message>
<message><source>Arms</source><translation>Varianten</translation></message>
<message><source>Choose an arm to edit</source><translation>Eine Variante zum Bearbeiten wählen</translation></message>
<message><source>Several values in one field, such as "20, 80", make a sweep: each value adds runs.</source><translation>Mehrere Werte in einem Feld, etwa „20, 80“, ergeben eine Reihe: jeder Wert fügt Läufe hinzu.</translation></message>
<message><source>Add an arm</source><translation>Variante hinzufügen</translation></message>
<message><source>Copy an arm</source><translation>Variante kopieren</translation></message>
<message><source>Delete an arm</source><translation>Variante löschen</translation></message>
<message><source>Move an arm</source><translation>Variante verschieben</translation></message>
<message><source>%1 is not on this machine. Download it on the Data page (Ctrl+4).</source><translation>%1 ist nicht auf diesem Rechner. Laden Sie den Datensatz auf der Seite „Daten“ (Strg+4) herunter.</translation></message>
<message><source>%1 is not on this machine. See the Data page (Ctrl+4) for how to get it.</source><translation>%1 ist nicht auf diesem Rechner. Die Seite „Daten“ (Strg+4) sagt, wie Sie den Datensatz bekommen.</translation></message>
<message><source>Preview some samples as preprocessed below; the Data page shows all</source><translation>Vorschau einiger Beispiele, wie unten vorverarbeitet; die Seite „Daten“ zeigt alle</translation></message>
<message><source>Samples appear here when the files are on this machine.</source><translation>Beispiele erscheinen hier, wenn die Dateien auf diesem Rechner sind.</translation></message>
<message><source>No steps: the samples are used unchanged.</source><translation>Keine Schritte: Die Beispiele werden unverändert verwendet.</translation></message>
<message><source>Add a step</source><translation>Schritt hinzufügen</translation></message>
<message><source>Add a preprocessing step at the end</source><translation>Am Ende einen Schritt der Vorverarbeitung hinzufügen</translation></message>
<message><source>Step %1</source><translation>Schritt %1</translation></message>
<message><source>Move this step up</source><translation>Diesen Schritt nach oben rücken</translation></message>
<message><source>Remove this step</source><translation>Diesen Schritt entfernen</translation></message>
<message><source>Remove a step</source><translation>Schritt entfernen</translation></message>
<message><source>Move a step</source><translation>Schritt verschieben</translation></message>
<message><source>Data set</source><translation>Datensatz</translation></message>
<message><source>Held-out samples</source><translation>Zurückgehaltene Beispiele</translation></message>
<message><source>Taken from every client's samples before training. If the test share is 0, the data set's own test samples are used.</source><translation>Sie werden vor dem Training den Beispielen jedes Clients entnommen. Ist der Testanteil 0, dienen die eigenen Testbeispiele des Datensatzes.</translation></message>
<message><source>Preprocessing</source><translation>Vorverarbeitung</translation></message>
<message><source>Steps that change the samples once, in this order</source><translation>Schritte, die die Beispiele einmal verändern, in dieser Reihenfolge</translation></message>
<message><source>No experiment is open</source><translation>Kein Experiment ist geöffnet</translation></message>
<message><source>Choose an experiment at the left, create a new one, open a file (Ctrl+O), or drop an experiment file on the window.</source><translation>Wählen Sie links ein Experiment, legen Sie ein neues an, öffnen Sie eine Datei (Strg+O) oder ziehen Sie eine Experimentdatei auf das Fenster.</translation></message>
<message><source>New experiment</source><translation>Neues Experiment</translation></message>
<message><source>The text in “View as JSON” is not valid JSON. This page shows the last valid version. Fix the text to edit here again.</source><translation>Der Text in „Als JSON anzeigen“ ist kein gültiges JSON. Diese Seite zeigt die letzte gültige Fassung. Berichtigen Sie den Text, um hier wieder bearbeiten zu können.</translation></message>
<message><source>Problems</source><translation>Probleme</translation></message>
<message><source>Counts one run per arm, seed and swept value</source><translation>Zählt einen Lauf je Variante, Startzahl und Wert einer Reihe</translation></message>
<message><source>Open the Data page</source><translation>Seite „Daten“ öffnen</translation></message>
<message><source>Show this data set on the Data page</source><translation>Diesen Datensatz auf der Seite „Daten“ zeigen</translation></message>
<message><source>The shipped description is hidden, because the experiment was changed and it may no longer be true. Write your own under Output.</source><translation>Die mitgelieferte Beschreibung ist ausgeblendet, weil das Experiment geändert wurde und sie vielleicht nicht mehr stimmt. Schreiben Sie unter „Ausgabe“ eine eigene.</translation></message>
<message><source>Not saved yet</source><translation>Noch nicht gespeichert</translation></message>
<message><source>Changed, not saved. Saving creates your own copy.</source><translation>Geändert, nicht gespeichert. Beim Speichern entsteht eine eigene Kopie.</translation></message>
<message><source>Ships with Coterie. Saving creates your own copy.</source><translation>Wird mit Coterie geliefert. Beim Speichern entsteht eine eigene Kopie.</translation></message>
<message><source>%1 (changed, not saved)</source><translation>%1 (geändert, nicht gespeichert)</translation></message>
<message><source>Overview</source><translation>Überblick</translation></message>
<message><source>Read a summary of the experiment and what to look for</source><translation>Eine Zusammenfassung des Experiments lesen und erfahren, worauf zu achten ist</translation></message>
<message><source>Data</source><translation>Daten</translation></message>
<message><source>Choose the data set and how to preprocess it</source><translation>Den Datensatz und seine Vorverarbeitung wählen</translation></message>
<message><source>Divide the samples among the clients</source><translation>Die Beispiele auf die Clients aufteilen</translation></message>
<message><source>Choose the model that every client trains</source><translation>Das Modell wählen, das jeder Client trainiert</translation></message>
<message><source>Local training</source><translation>Lokales Training</translation></message>
<message><source>Set what a client does between receiving a model and returning it</source><translation>Festlegen, was ein Client zwischen dem Empfang eines Modells und dessen Rückgabe tut</translation></message>
<message><source>Choose the methods to compare on the same data</source><translation>Die Methoden wählen, die auf denselben Daten verglichen werden</translation></message>
<message><source>Rounds and seeds</source><translation>Runden und Startzahlen</translation></message>
<message><source>Set the number of rounds, the seeds and the device</source><translation>Die Zahl der Runden, die Startzahlen und das Gerät festlegen</translation></message>
<message><source>Output</source><translation>Ausgabe</translation></message>
<message><source>Name the experiment and quote the results of a paper</source><translation>Das Experiment benennen und die Ergebnisse eines Artikels zitieren</translation></message>
<message><source>View as JSON</source><translation>Als JSON anzeigen</translation></message>
<message><source>Edit the experiment file; it is checked as you type</source><translation>Die Experimentdatei bearbeiten; sie wird beim Tippen geprüft</translation></message>
<message><source>Reload the file</source><translation>Datei neu laden</translation></message>
<message><source>Cannot write %1: %2</source><translation>%1 kann nicht geschrieben werden: %2</translation></message>
<message><source>Edit the JSON</source><translation>JSON bearbeiten</translation></message>
<message><source>%1 in %2</source><translation>%1 in %2</translation></message>
<message><source>Shipped experiments</source><translation>Mitgelieferte Experimente</translation></message>
<message><source>Recent files</source><translation>Zuletzt verwendete Dateien</translation></message>
<message><source>Recent</source><translation>Zuletzt verwendet</translation></message>
<message><source>Open this experiment</source><translation>Dieses Experiment öffnen</translation></message>
<message><source>Needs %1, which is not on this machine. Download or import it on the Data page.</source><translation>Braucht %1; das ist nicht auf diesem Rechner. Laden Sie es auf der Seite „Daten“ herunter oder importieren Sie es dort.</translation></message>
<message><source>open</source><translation>geöffnet</translation></message>
<message><source>Choose several values; each adds runs</source><translation>Mehrere Werte wählen; jeder fügt Läufe hinzu</translation></message>
<message><source>Several values of %1</source><translation>Mehrere Werte von %1</translation></message>
<message><source>a list such as 0.1, 0.5</source><translation>eine Liste wie 0.1, 0.5</translation></message>
<message><source>%1, slider</source><translation>%1, Schieberegler</translation></message>
<message><source>yes or no</source><translation>ja oder nein</translation></message>
<message><source>In the paper</source><translation>Im Artikel</translation></message>
<message><source>Allowed</source><translation>Erlaubt</translation></message>
<message><source>Several values</source><translation>Mehrere Werte</translation></message>
<message><source>separate the lists by semicolons; each list adds runs</source><translation>Listen durch Semikolons trennen; jede Liste ergibt weitere Läufe</translation></message>
<message><source>separate them by commas; each value adds runs</source><translation>durch Kommas trennen; jeder Wert ergibt weitere Läufe</translation></message>
<message><source>Default</source><translation>Vorgabe</translation></message>
<message><source>Set in the file to the same value as the %1</source><translation>In der Datei auf denselben Wert gesetzt wie die %1</translation></message>
<message><source>Can be changed during a run</source><translation>Kann während eines Laufs geändert werden</translation></message>
<message><source>In the file</source><translation>In der Datei</translation></message>
<message><source>Change %1</source><translation>%1 ändern</translation></message>
<message><source>Reset to the %1: %2</source><translation>Zurücksetzen auf %1: %2</translation></message>
<message><source>nothing</source><translation>nichts</translation></message>
<message><source>Experiment as JSON</source><translation>Experiment als JSON</translation></message>
<message><source>Edit the experiment's file; it is checked while you type</source><translation>Die Datei des Experiments bearbeiten; sie wird beim Tippen geprüft</translation></message>
<message><source>Shows whether the experiment can run</source><translation>Zeigt, ob das Experiment laufen kann</translation></message>
<message><source>Line %1. %2</source><translation>Zeile %1. %2</translation></message>
<message><source>Checking…</source><translation>Wird geprüft…</translation></message>
<message><source>1 problem; click it to see where</source><translation>1 Problem; anklicken, um die Stelle zu sehen</translation></message>
<message><source>%1 problems; click one to see where</source><translation>%1 Probleme; eines anklicken, um die Stelle zu sehen</translation></message>
<message><source>✓ Ready to run</source><translation>✓ Startbereit</translation></message>
<message><source>swept over %1</source><translation>als Reihe über %1</translation></message>
<message><source>Test</source><translation>Test</translation></message>
<message><source>%1 of every client's samples</source><translation>%1 der Beispiele jedes Clients</translation></message>
<message><source>the data set's own test samples</source><translation>die eigenen Testbeispiele des Datensatzes</translation></message>
<message><source>Validation</source><translation>Validierung</translation></message>
<message><source>, then </source><translation>, dann </translation></message>
<message><source>%1 clients</source><translation>%1 Clients</translation></message>
<message><source>as many as the partition creates</source><translation>so viele, wie die Aufteilung erzeugt</translation></message>
<message><source>Partition</source><translation>Aufteilung</translation></message>
<message><source>1 client</source><translation>1 Client</translation></message>
<message><source>Edited by hand</source><translation>Von Hand geändert</translation></message>
<message><source>Edge servers</source><translation>Randserver</translation></message>
<message><source>%1; rounds in which they join: %2</source><translation>%1; Runden, in denen sie beitreten: %2</translation></message>
<message><source>Joining at round %1</source><translation>Beitritt in Runde %1</translation></message>
<message><source>Shape</source><translation>Aufbau</translation></message>
<message><source>Precision</source><translation>Präzision</translation></message>
<message><source>Initial model</source><translation>Anfangsmodell</translation></message>
<message><source>%1 initialisation</source><translation>Initialisierung %1</translation></message>
<message><source>1 step</source><translation>1 Schritt</translation></message>
<message><source>%1 steps</source><translation>%1 Schritte</translation></message>
<message><source>1 epoch</source><translation>1 Epoche</translation></message>
<message><source>%1 epochs</source><translation>%1 Epochen</translation></message>
<message><source>%1 per round, batches of %2</source><translation>%1 je Runde, Stapel zu %2</translation></message>
<message><source>Learning rate</source><translation>Lernrate</translation></message>
<message><source>1 arm</source><translation>1 Variante</translation></message>
<message><source>%1 arms on the same data</source><translation>%1 Varianten auf denselben Daten</translation></message>
<message><source>; participants: %1</source><translation>; Teilnehmer: %1</translation></message>
<message><source>; 1 round</source><translation>; 1 Runde</translation></message>
<message><source>; %1 rounds</source><translation>; %1 Runden</translation></message>
<message><source>; own training settings</source><translation>; eigene Trainingseinstellungen</translation></message>
<message><source>Seeds</source><translation>Startzahlen</translation></message>
<message><source>Evaluated</source><translation>Ausgewertet</translation></message>
<message><source>after every round</source><translation>nach jeder Runde</translation></message>
<message><source>every %1 rounds</source><translation>alle %1 Runden</translation></message>
<message><source>Overview of the experiment</source><translation>Überblick über das Experiment</translation></message>
<message><source>Fix the problems to see the overview.</source><translation>Beheben Sie die Probleme, um den Überblick zu sehen.</translation></message>
<message><source>Show or hide these settings</source><translation>Diese Einstellungen zeigen oder verbergen</translation></message>
<message><source>Change this choice; parameters with the same name are kept</source><translation>Diese Wahl ändern; Parameter mit gleichem Namen bleiben erhalten</translation></message>
<message><source>More settings</source><translation>Weitere Einstellungen</translation></message>
<message><source>More settings: %1</source><translation>Weitere Einstellungen: %1</translation></message>
<message><source>%1 (common setting)</source><translation>%1 (gemeinsame Einstellung)</translation></message>
<message><source>Use the common setting</source><translation>Gemeinsame Einstellung verwenden</translation></message>
<message><source>From %1.</source><translation>Aus %1.</translation></message>
<message><source>Choose %1</source><translation>%1 wählen</translation></message>
<message><source>Common setting</source><translation>Gemeinsame Einstellung</translation></message>
<message><source>Local objective</source><translation>Lokale Zielfunktion</translation></message>
<message><source>Partition scheme</source><translation>Aufteilungsschema</translation></message>
<message><source>entry %1</source><translation>Eintrag %1</translation></message>
<message><source>Arm %1</source><translation>Variante %1</translation></message>
<message><source>Problems of the experiment</source><translation>Probleme des Experiments</translation></message>
<message><source>Click a problem to see where it is</source><translation>Ein Problem anklicken, um seine Stelle zu sehen</translation></message>
<message><source>Parts of the experiment</source><translation>Teile des Experiments</translation></message>
<message><source>Choose a part of the experiment to view or edit</source><translation>Einen Teil des Experiments wählen, um ihn zu sehen oder zu bearbeiten</translation></message>
<message><source>no problems</source><translation>keine Probleme</translation></message>
<message><source>not checked yet</source><translation>noch nicht geprüft</translation></message>
<message><source>%1
%2</source><translation>%1
%2</translation></message>
<message><source>Name and description</source><translation>Name und Beschreibung</translation></message>
<message><source>Paper results</source><translation>Ergebnisse des Artikels</translation></message>
<message><source>Compare shows these results beside yours. Edit the numbers of each arm under "reference" in the JSON.</source><translation>„Vergleichen“ zeigt diese Ergebnisse neben Ihren. Bearbeiten Sie die Zahlen jeder Variante im JSON unter "reference".</translation></message>
<message><source>Paper results, block %1</source><translation>Ergebnisse des Artikels, Block %1</translation></message>
<message><source>none: the numbers are values of the metric, not rounds to reach one</source><translation>keiner: die Zahlen sind Werte der Messgröße, nicht Runden bis zu einem Wert</translation></message>
<message><source>Partition of the data set</source><translation>Aufteilung des Datensatzes</translation></message>
<message><source>Set epochs or steps. Setting one clears the other.</source><translation>Legen Sie Epochen oder Schritte fest. Das eine löscht das andere.</translation></message>
<message><source>What a client minimises: its loss and an optional extra term</source><translation>Was ein Client minimiert: seinen Verlust und einen optionalen Zusatzterm</translation></message>
<message><source>the run's seed</source><translation>die Startzahl des Laufs</translation></message>
<message><source>One seed, or a list such as "1, 2, 3": every arm runs once per seed. All arms of a seed share the partition, the initial model and the batches.</source><translation>Eine Startzahl oder eine Liste wie "1, 2, 3": Jede Variante läuft einmal je Startzahl. Alle Varianten einer Startzahl haben dieselbe Aufteilung, dasselbe Anfangsmodell und dieselben Stapel.</translation></message>
<message><source>Machine</source><translation>Rechner</translation></message>
<message><source>The clients were drawn by hand for other data and do not fit %1.</source><translation>Die Clients wurden von Hand für andere Daten gezeichnet und passen nicht zu %1.</translation></message>
<message><source>Draw them again</source><translation>Neu zeichnen</translation></message>
<message><source>Give as many clients samples of %1 in the same proportions</source><translation>Ebenso vielen Clients Beispiele von %1 in denselben Verhältnissen geben</translation></message>
<message><source>Draw the clients again</source><translation>Die Clients neu zeichnen</translation></message>
<message><source>Drop the drawing</source><translation>Zeichnung verwerfen</translation></message>
<message><source>Divide the samples by a scheme, without what was drawn</source><translation>Die Beispiele nach einem Schema aufteilen, ohne das Gezeichnete</translation></message>
<message><source>Drop the drawn clients</source><translation>Die gezeichneten Clients verwerfen</translation></message>
<message><source>under 1 ms</source><translation>unter 1 ms</translation></message>
<message><source>%1 ms</source><translation>%1 ms</translation></message>
<message><source>Parameters</source><translation>Parameter</translation></message>
<message><source>Number of parameters in one model</source><translation>Zahl der Parameter eines Modells</translation></message>
<message><source>Memory</source><translation>Speicher</translation></message>
<message><source>Estimates the data set and three models per client</source><translation>Schätzt den Datensatz und drei Modelle je Client</translation></message>
<message><source>Traffic per round</source><translation>Datenverkehr je Runde</translation></message>
<message><source>Counted over all links in a trial round</source><translation>In einer Proberunde über alle Verbindungen gezählt</translation></message>
<message><source>Time per round</source><translation>Zeit je Runde</translation></message>
<message><source>Measured in a trial of a few steps on this machine</source><translation>In einer Probe von wenigen Schritten auf diesem Rechner gemessen</translation></message>
<message><source>Time of all runs</source><translation>Zeit aller Läufe</translation></message>
<message><source>about %1</source><translation>etwa %1</translation></message>
<message><source>Assumes one run after another on an otherwise idle machine</source><translation>Nimmt einen Lauf nach dem anderen auf einem sonst unbelasteten Rechner an</translation></message>
<message><source>More appears when the data set's files are on this machine.</source><translation>Mehr erscheint, wenn die Dateien des Datensatzes auf diesem Rechner sind.</translation></message>
<message><source>Counted in the partition of the first seed</source><translation>In der Aufteilung der ersten Startzahl gezählt</translation></message>
<message><source>Counted over all clients</source><translation>Über alle Clients gezählt</translation></message>
<message><source>Per client</source><translation>Je Client</translation></message>
<message><source>Shows the training samples of the smallest and the largest client</source><translation>Zeigt die Trainingsbeispiele des kleinsten und des größten Clients</translation></message>
<message><source>Test samples</source><translation>Testbeispiele</translation></message>
<message><source>Counted over all clients, without the data set's own test samples</source><translation>Über alle Clients gezählt, ohne die eigenen Testbeispiele des Datensatzes</translation></message>
<message><source>Counts %1, %2 and every combination of swept values</source><translation>Zählt %1, %2 und jede Kombination von Werten der Reihen</translation></message>
<message><source>%1 arms</source><translation>%1 Varianten</translation></message>
<message><source>Rounds of each run</source><translation>Runden jedes Laufs</translation></message>
<message><source>Read from the file</source><translation>Aus der Datei gelesen</translation></message>
<message><source>Estimated cost</source><translation>Geschätzter Aufwand</translation></message>
<message><source>Counting the clients' samples…</source><translation>Die Beispiele der Clients werden gezählt…</translation></message>
<message><source>Times are measured when no run is in progress.</source><translation>Zeiten werden gemessen, wenn kein Lauf im Gange ist.</translation></message>
<message><source>Measuring a trial round…</source><translation>Eine Proberunde wird gemessen…</translation></message>
<message><source>Fix the problems to see the rest.</source><translation>Beheben Sie die Probleme, um den Rest zu sehen.</translation></message>
<message><source>Fix the problems to see the estimate.</source><translation>Beheben Sie die Probleme, um die Schätzung zu sehen.</translation></message>
<message><source>%1 “%2”: %3 samples, %4 % of the client; %5 unassigned</source><translation>%1 „%2“: %3 Beispiele, %4 % des Clients; %5 nicht zugeteilt</translation></message>
<message><source>Client %1: %2 → %3 samples</source><translation>Client %1: %2 → %3 Beispiele</translation></message>
<message><source>%1: %2 → %3</source><translation>%1: %2 → %3</translation></message>
<message><source>Client %1, %2 %3, %4</source><translation>Client %1, %2 %3, %4</translation></message>
<message><source>Client %1: %2 samples</source><translation>Client %1: %2 Beispiele</translation></message>
<message><source> of 1 class</source><translation> aus 1 Klasse</translation></message>
<message><source> of %1 classes</source><translation> aus %1 Klassen</translation></message>
<message><source> of 1 domain</source><translation> aus 1 Domäne</translation></message>
<message><source> of %1 domains</source><translation> aus %1 Domänen</translation></message>
<message><source>entropy %1 nats</source><translation>Entropie %1 nats</translation></message>
<message><source>edge server “%1”</source><translation>Randserver „%1“</translation></message>
<message><source>joins at round %1</source><translation>Beitritt in Runde %1</translation></message>
<message><source>Drop clients here to let them join from the start</source><translation>Clients hier ablegen, damit sie von Anfang an dabei sind</translation></message>
<message><source>Drop clients here to let them join at round %1</source><translation>Clients hier ablegen, damit sie in Runde %1 beitreten</translation></message>
<message><source>%1 at round %2; drag to change the round</source><translation>%1 in Runde %2; zum Ändern der Runde ziehen</translation></message>
<message><source>1 client joins</source><translation>Beitritt von 1 Client</translation></message>
<message><source>%1 clients join</source><translation>Beitritt von %1 Clients</translation></message>
<message><source>Click to select its clients, double-click to rename it, drop clients to move them to this edge server</source><translation>Klicken, um die Clients auszuwählen, doppelklicken, um ihn umzubenennen, Clients ablegen, um sie zu diesem Randserver zu verschieben</translation></message>
<message><source>Drop clients here to remove them from their edge server</source><translation>Clients hier ablegen, um sie von ihrem Randserver zu entfernen</translation></message>
<message><source>Drag to resize the client and keep its mix</source><translation>Ziehen, um die Größe des Clients zu ändern und seine Mischung beizubehalten</translation></message>
<message><source>Drag to change the mix</source><translation>Ziehen, um die Mischung zu ändern</translation></message>
<message><source>%1, joins at round %2</source><translation>%1, Beitritt in Runde %2</translation></message>
<message><source>%1 from the start</source><translation>%1 von Anfang an</translation></message>
<message><source>samples</source><translation>Beispiele</translation></message>
<message><source>samples (%1)</source><translation>Beispiele (%1)</translation></message>
<message><source>entropy</source><translation>Entropie</translation></message>
<message><source>in nats</source><translation>in nat</translation></message>
<message><source>Drop here for a new edge server</source><translation>Für einen neuen Randserver hier ablegen</translation></message>
<message><source>No edge server</source><translation>Kein Randserver</translation></message>
<message><source>%1, %2 samples</source><translation>%1, %2 Beispiele</translation></message>
<message><source>Name of the edge server</source><translation>Name des Randservers</translation></message>
<message><source>Type a name; press Return to apply or Escape to cancel</source><translation>Einen Namen eingeben; die Eingabetaste übernimmt ihn, Esc bricht ab</translation></message>
<message><source>Move to edge &amp;server</source><translation>Zu Rand&amp;server verschieben</translation></message>
<message><source>None</source><translation>Keiner</translation></message>
<message><source>Re&amp;name edge server</source><translation>Randserver umbe&amp;nennen</translation></message>
<message><source>Re&amp;move edge server</source><translation>Randserver &amp;entfernen</translation></message>
<message><source>Samples of the client</source><translation>Beispiele des Clients</translation></message>
<message><source>Edge server of the clients</source><translation>Randserver der Clients</translation></message>
<message><source>Round at which the clients join</source><translation>Runde, in der die Clients beitreten</translation></message>
<message><source>Set the samples for training, validation and test together. The mix stays; other selected clients change in proportion.</source><translation>Die Beispiele für Training, Validierung und Test zusammen festlegen. Die Mischung bleibt; andere ausgewählte Clients ändern sich im gleichen Verhältnis.</translation></message>
<message><source>Choose the edge server of these clients</source><translation>Den Randserver dieser Clients wählen</translation></message>
<message><source>Set the round at which these clients join; 0 means from the start</source><translation>Die Runde festlegen, in der diese Clients beitreten; 0 heißt von Anfang an</translation></message>
<message><source>from the start</source><translation>von Anfang an</translation></message>
<message><source>Edge server</source><translation>Randserver</translation></message>
<message><source>Joins at round</source><translation>Beitritt in Runde</translation></message>
<message><source>Drag the end of a bar to resize a client, a border to change its mix, or its number to an edge server or the time line.</source><translation>Ziehen Sie das Ende eines Balkens, um die Größe eines Clients zu ändern, eine Grenze, um seine Mischung zu ändern, oder seine Nummer auf einen Randserver oder die Zeitleiste.</translation></message>
<message><source>Client %1</source><translation>Client %1</translation></message>
<message><source>%1 clients, %2 samples</source><translation>%1 Clients, %2 Beispiele</translation></message>
<message><source>Samples of client %1</source><translation>Beispiele von Client %1</translation></message>
<message><source>New edge server…</source><translation>Neuer Randserver…</translation></message>
<message><source>Colours, in the order of the bars: %1</source><translation>Farben in der Reihenfolge der Balken: %1</translation></message>
<message><source>%1 (%2 in total)</source><translation>%1 (insgesamt %2)</translation></message>
<message><source>Clients as bars: length shows samples, colours show classes</source><translation>Clients als Balken: die Länge zeigt Beispiele, die Farben zeigen Klassen</translation></message>
<message><source>&lt;p&gt;&lt;b&gt;Mouse:&lt;/b&gt; drag the end of a bar to resize the client, a border between two colours to change its mix, or its number to an edge server or the time line. Ctrl, Shift or a rubber band select several clients. The right button opens a menu.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keyboard:&lt;/b&gt; Up and Down move between clients, Space selects. Left and Right move the end of the bar by one sample, with Shift by more. Ctrl+Left and Ctrl+Right choose a border to move instead. + and − change the row height, Esc cancels a drag.&lt;/p&gt;</source><translation>&lt;p&gt;&lt;b&gt;Maus:&lt;/b&gt; Ziehen Sie das Ende eines Balkens, um die Größe des Clients zu ändern, eine Grenze zwischen zwei Farben, um seine Mischung zu ändern, oder seine Nummer auf einen Randserver oder die Zeitleiste. Strg, Umschalt oder ein Auswahlrahmen wählen mehrere Clients aus. Die rechte Taste öffnet ein Menü.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Tastatur:&lt;/b&gt; Auf und Ab gehen von Client zu Client, die Leertaste wählt aus. Links und Rechts verschieben das Ende des Balkens um ein Beispiel, mit Umschalt um mehr. Strg+Links und Strg+Rechts wählen stattdessen eine Grenze zum Verschieben. + und − ändern die Zeilenhöhe, Esc bricht ein Ziehen ab.&lt;/p&gt;</translation></message>
<message><source>Nothing was changed because the drawing is out of date. Try again in a moment.</source><translation>Es wurde nichts geändert, weil die Zeichnung veraltet ist. Versuchen Sie es gleich noch einmal.</translation></message>
<message><source>Assigning the samples…</source><translation>Die Beispiele werden zugeteilt…</translation></message>
<message><source>The clients appear when the experiment has been checked.</source><translation>Die Clients erscheinen, wenn das Experiment geprüft ist.</translation></message>
<message><source>Open an experiment to see its clients.</source><translation>Öffnen Sie ein Experiment, um seine Clients zu sehen.</translation></message>
<message><source>New edge</source><translation>Neuer Rand</translation></message>
<message><source>Meaning of the colours</source><translation>Bedeutung der Farben</translation></message>
<message><source>Choose what the colours show and what edits count</source><translation>Wählen, was die Farben zeigen und was beim Bearbeiten zählt</translation></message>
<message><source>by class</source><translation>nach Klasse</translation></message>
<message><source>by domain</source><translation>nach Domäne</translation></message>
<message><source>Nothing was changed because the experiment is not valid JSON. Fix the text in “View as JSON”.</source><translation>Nichts wurde geändert, weil das Experiment kein gültiges JSON ist. Berichtigen Sie den Text in „Als JSON anzeigen“.</translation></message>
<message><source>A partition by hand needs the counts of every client.</source><translation>Eine Aufteilung von Hand braucht die Anzahlen jedes Clients.</translation></message>
<message><source>Use the drawn counts</source><translation>Gezeichnete Anzahlen nehmen</translation></message>
<message><source>Write the counts of the bars into the file</source><translation>Die Anzahlen der Balken in die Datei schreiben</translation></message>
<message><source>Make the partition by hand</source><translation>Aufteilung von Hand festlegen</translation></message>
<message><source>Fix the problems in Data and Clients to see the clients.</source><translation>Beheben Sie die Probleme in „Daten“ und „Clients“, um die Clients zu sehen.</translation></message>
<message><source>Reading the data set and assigning its samples…</source><translation>Der Datensatz wird gelesen, und seine Beispiele werden zugeteilt…</translation></message>
<message><source>The clients appear when the data set's files are on this machine.</source><translation>Die Clients erscheinen, wenn die Dateien des Datensatzes auf diesem Rechner sind.</translation></message>
<message><source>%1, %2, partition seed %3</source><translation>%1, %2, Startzahl der Aufteilung %3</translation></message>
<message><source>seed %1</source><translation>Startzahl %1</translation></message>
<message><source>Edge server “%1” was removed because it has no clients.</source><translation>Randserver „%1“ wurde entfernt, weil er keine Clients hat.</translation></message>
<message><source>At least one client must join from the start.</source><translation>Mindestens ein Client muss von Anfang an dabei sein.</translation></message>
<message><source>At least one client must remain.</source><translation>Mindestens ein Client muss übrig bleiben.</translation></message>
<message><source>%1 has neither classes nor domains, so clients cannot be added or removed here. Change the number of clients in the partition scheme.</source><translation>%1 hat weder Klassen noch Domänen, daher können Clients hier nicht hinzugefügt oder entfernt werden. Ändern Sie die Zahl der Clients im Aufteilungsschema.</translation></message>
<message><source>Move %1 to edge server “%2”</source><translation>%1 zu Randserver „%2“ verschieben</translation></message>
<message><source>Remove %1 from the edge server</source><translation>%1 vom Randserver entfernen</translation></message>
<message><source>Move %1 to a new edge server</source><translation>%1 zu einem neuen Randserver verschieben</translation></message>
<message><source>Rename edge server “%1”</source><translation>Randserver „%1“ umbenennen</translation></message>
<message><source>Enter a name for the edge server.</source><translation>Geben Sie einen Namen für den Randserver ein.</translation></message>
<message><source>Another edge server already has the name “%1”.</source><translation>Ein anderer Randserver hat bereits den Namen „%1“.</translation></message>
<message><source>Remove edge server “%1”</source><translation>Randserver „%1“ entfernen</translation></message>
<message><source>Let %1 join at round %2</source><translation>%1 in Runde %2 beitreten lassen</translation></message>
<message><source>Let %1 join from the start</source><translation>%1 von Anfang an dabei sein lassen</translation></message>
<message><source>Resize %1</source><translation>Größe von %1 ändern</translation></message>
<message><source>Client %1 can hold at most %2 samples, its share by the scheme, because %3 has neither classes nor domains.</source><translation>Client %1 kann höchstens %2 Beispiele haben, seinen Anteil nach dem Schema, weil %3 weder Klassen noch Domänen hat.</translation></message>
<message><source>Change the mix of client %1</source><translation>Mischung von Client %1 ändern</translation></message>
<message><source>Client %1 can hold at most %2 samples of %3. No more available.</source><translation>Client %1 kann höchstens %2 Beispiele von %3 haben. Mehr sind nicht verfügbar.</translation></message>
<message><source>Copy %1</source><translation>%1 kopieren</translation></message>
<message><source>A copy of client %1 needs %2 samples of %3, but only %4 are available.</source><translation>Eine Kopie von Client %1 braucht %2 Beispiele von %3, aber nur %4 sind verfügbar.</translation></message>
<message><source> Split it instead, or switch on “Take from others”.</source><translation> Teilen Sie ihn stattdessen, oder schalten Sie „Von anderen nehmen“ ein.</translation></message>
<message><source>Split %1</source><translation>%1 teilen</translation></message>
<message><source>Client %1 has only one sample and cannot be split.</source><translation>Client %1 hat nur ein Beispiel und kann nicht geteilt werden.</translation></message>
<message><source>Merge %1</source><translation>%1 zusammenschließen</translation></message>
<message><source>Select at least two clients to merge.</source><translation>Wählen Sie mindestens zwei Clients zum Zusammenschließen aus.</translation></message>
<message><source>Delete %1</source><translation>%1 löschen</translation></message>
<message><source>Revert %1</source><translation>%1 zurücksetzen</translation></message>
<message><source>The whole partition is by hand, so there is nothing to revert to. Choose another scheme instead.</source><translation>Die ganze Aufteilung ist von Hand, daher gibt es nichts, worauf zurückgesetzt werden könnte. Wählen Sie stattdessen ein anderes Schema.</translation></message>
<message><source>The selected clients have no changes to revert.</source><translation>Die ausgewählten Clients haben keine Änderungen, die zurückgesetzt werden könnten.</translation></message>
<message><source>Histogram: how many clients hold how many training samples</source><translation>Histogramm: wie viele Clients wie viele Trainingsbeispiele haben</translation></message>
<message><source>%1 with %2 training samples</source><translation>%1 mit %2 Trainingsbeispielen</translation></message>
<message><source>%1 with %2 to %3 training samples</source><translation>%1 mit %2 bis %3 Trainingsbeispielen</translation></message>
<message><source>Distances between the clients' mixes</source><translation>Abstände zwischen den Mischungen der Clients</translation></message>
<message><source>Min, mean, max</source><translation>Min, Mittel, Max</translation></message>
<message><source>Shows the training samples of the smallest, the average and the largest client. The bars also count validation and test samples</source><translation>Zeigt die Trainingsbeispiele des kleinsten, des durchschnittlichen und des größten Clients. Die Balken zählen auch Validierungs- und Testbeispiele</translation></message>
<message><source>Sizes, sd / mean</source><translation>Größen, SD / Mittel</translation></message>
<message><source>Divides the standard deviation of the clients' sizes by their mean; 0 means that all are equal</source><translation>Teilt die Standardabweichung der Größen der Clients durch ihren Mittelwert; 0 bedeutet, dass alle gleich sind</translation></message>
<message><source>Gini of sizes</source><translation>Gini der Größen</translation></message>
<message><source>Measures how unequal the clients' sizes are: 0 means that all are equal, near 1 one client has almost all training samples</source><translation>Misst, wie ungleich die Größen der Clients sind: 0 bedeutet, dass alle gleich sind, nahe 1 hat ein Client fast alle Trainingsbeispiele</translation></message>
<message><source>Mean entropy</source><translation>Mittlere Entropie</translation></message>
<message><source>Measures how evenly a client's samples are spread over classes or domains, averaged over clients. 0 means one class or domain per client; the number after “of” is the maximum. The column beside the bars shows each client. The entropy is −Σ p ln p over the shares p of a client's samples; a nat is the unit of the natural logarithm</source><translation>Misst, wie gleichmäßig die Beispiele eines Clients auf Klassen oder Domänen verteilt sind, gemittelt über die Clients. 0 bedeutet eine Klasse oder Domäne je Client; die Zahl nach „von“ ist das Maximum. Die Spalte neben den Balken zeigt jeden Client. Die Entropie ist −Σ p ln p über die Anteile p der Beispiele eines Clients; ein nat ist die Einheit des natürlichen Logarithmus</translation></message>
<message><source>Counts the classes or domains of a client, averaged over clients</source><translation>Zählt die Klassen oder Domänen eines Clients, gemittelt über die Clients</translation></message>
<message><source>Mean distance</source><translation>Mittlerer Abstand</translation></message>
<message><source>Measures how different the mixes of two clients are, averaged over all pairs: 0 means equal, 1 means nothing in common. It is the total variation, ½ Σ |p − q| over the shares p and q of the two clients' samples</source><translation>Misst, wie verschieden die Mischungen zweier Clients sind, gemittelt über alle Paare: 0 bedeutet gleich, 1 bedeutet nichts gemeinsam. Es ist die totale Variation, ½ Σ |p − q| über die Anteile p und q der Beispiele der beiden Clients</translation></message>
<message><source>Training samples per client</source><translation>Trainingsbeispiele je Client</translation></message>
<message><source>Distance (total variation)</source><translation>Abstand (totale Variation)</translation></message>
<message><source>%1 – %2 – %3</source><translation>%1 – %2 – %3</translation></message>
<message><source>%1 of %2 nats</source><translation>%1 von %2 nat</translation></message>
<message><source>%1 of %2</source><translation>%1 von %2</translation></message>
<message><source>Domains per client</source><translation>Domänen je Client</translation></message>
<message><source>Classes per client</source><translation>Klassen je Client</translation></message>
<message><source>This data set has neither classes nor domains to compare.</source><translation>Dieser Datensatz hat weder Klassen noch Domänen zum Vergleichen.</translation></message>
<message><source>Distances are drawn for at most %1 clients.</source><translation>Abstände werden für höchstens %1 Clients gezeichnet.</translation></message>
<message><source>Add a second client to see distances.</source><translation>Fügen Sie einen zweiten Client hinzu, um Abstände zu sehen.</translation></message>
<message><source>distance</source><translation>Abstand</translation></message>
<message><source>training and test</source><translation>Training und Test</translation></message>
<message><source>training, validation and test</source><translation>Training, Validierung und Test</translation></message>
<message><source>training and validation</source><translation>Training und Validierung</translation></message>
<message><source>%1 generates samples on demand, so the samples of a client cannot be edited here. Edge servers and arrivals can.</source><translation>%1 erzeugt Beispiele nach Bedarf, daher können die Beispiele eines Clients hier nicht bearbeitet werden. Randserver und Beitritte schon.</translation></message>
<message><source>kind</source><translation>Art</translation></message>
<message><source>these samples</source><translation>diesen Beispielen</translation></message>
<message><source>%1 “%2”</source><translation>%1 „%2“</translation></message>
<message><source>Client %1 can hold at most %2 samples in its mix. No more of %3 is available.</source><translation>Client %1 kann in seiner Mischung höchstens %2 Beispiele haben. Nicht mehr verfügbar: %3.</translation></message>
<message><source> Hold Shift to take samples from other clients, or shrink another client first.</source><translation> Halten Sie Umschalt gedrückt, um Beispiele von anderen Clients zu nehmen, oder verkleinern Sie zuerst einen anderen Client.</translation></message>
<message><source>The partition is now by hand: counts of each %1 for %2 replace the scheme “%3”. The samples are drawn again.</source><translation>Die Aufteilung ist jetzt von Hand: Anzahlen je %1 für %2 ersetzen das Schema „%3“. Die Beispiele werden neu gezogen.</translation></message>
<message><source>All seeds now use the partition of seed %1, because your counts were made for it.</source><translation>Alle Startzahlen verwenden jetzt die Aufteilung der Startzahl %1, weil Ihre Anzahlen für sie gemacht wurden.</translation></message>
<message><source>The number of edge servers is now %1, so that each has a client.</source><translation>Die Zahl der Randserver ist jetzt %1, damit jeder einen Client hat.</translation></message>
<message><source>The file now lists the clients of each edge server.</source><translation>Die Datei zählt jetzt die Clients jedes Randservers auf.</translation></message>
<message><source>The file now lists who joins when, not a number of newcomers.</source><translation>Die Datei zählt jetzt auf, wer wann beitritt, statt einer Zahl von Neuzugängen.</translation></message>
<message><source>1 byte</source><translation>1 Byte</translation></message>
<message><source>%1 bytes</source><translation>%1 Bytes</translation></message>
<message><source>file %1 of %2, </source><translation>Datei %1 von %2, </translation></message>
<message><source>, %1/s</source><translation>, %1/s</translation></message>
<message><source>cancelled; earlier files are complete</source><translation>abgebrochen; frühere Dateien sind vollständig</translation></message>
<message><source>Cancelled before it started</source><translation>Vor dem Beginn abgebrochen</translation></message>
<message><source>1 file</source><translation>1 Datei</translation></message>
<message><source>%1 files</source><translation>%1 Dateien</translation></message>
<message><source>, %1</source><translation>, %1</translation></message>
<message><source>, more than %1</source><translation>, mehr als %1</translation></message>
<message><source>Downloading %1 to %2 (%3)</source><translation>%1 wird nach %2 heruntergeladen (%3)</translation></message>
<message><source>%1 is already in %2. Experiments call it "%3".</source><translation>%1 ist bereits in %2. In Experimenten heißt der Datensatz "%3".</translation></message>
<message><source>%1 is complete. Experiments call it "%2".</source><translation>%1 ist vollständig. In Experimenten heißt der Datensatz "%2".</translation></message>
<message><source>%1 closed the connection before the file was complete</source><translation>%1 hat die Verbindung geschlossen, bevor die Datei vollständig war</translation></message>
<message><source>%1 was not found; check the internet connection</source><translation>%1 wurde nicht gefunden; bitte die Internetverbindung prüfen</translation></message>
<message><source>%1 refused the connection</source><translation>%1 hat die Verbindung abgelehnt</translation></message>
<message><source>%1 has no valid certificate: %2</source><translation>%1 hat kein gültiges Zertifikat: %2</translation></message>
<message><source>%1 sent nothing for %2 s</source><translation>%1 hat %2 s lang nichts gesendet</translation></message>
<message><source>already downloaded; %1</source><translation>bereits heruntergeladen; %1</translation></message>
<message><source>%1 exists, but is a different file (%2). Move it away to download the published one</source><translation>%1 ist vorhanden, aber eine andere Datei (%2). Verschieben Sie sie, um die veröffentlichte herunterzuladen</translation></message>
<message><source>cancelled.%1</source><translation>abgebrochen.%1</translation></message>
<message><source>%1 cannot resume the partial download</source><translation>%1 kann das begonnene Herunterladen nicht fortsetzen</translation></message>
<message><source>%1 redirected more than %2 times, perhaps in a loop</source><translation>%1 hat mehr als %2-mal weitergeleitet, vielleicht im Kreis</translation></message>
<message><source> %1 are kept in %2; the next download resumes there</source><translation> %1 bleiben in %2 erhalten; das nächste Herunterladen setzt dort fort</translation></message>
<message><source>it has %1 bytes instead of %2</source><translation>die Datei hat %1 Bytes statt %2</translation></message>
<message><source>its %1 is %2 instead of %3</source><translation>der %1-Wert ist %2 statt %3</translation></message>
<message><source>Cannot create the folder %1: %2</source><translation>Der Ordner %1 lässt sich nicht anlegen: %2</translation></message>
<message><source>Another program is downloading %1</source><translation>Ein anderes Programm lädt gerade %1 herunter</translation></message>
<message><source>Cannot read %1: %2</source><translation>%1 lässt sich nicht lesen: %2</translation></message>
<message><source>Not enough disk space for %1: %2 free, %3 needed</source><translation>Nicht genug Speicherplatz für %1: %2 frei, %3 nötig</translation></message>
<message><source>%1 sent more than the expected %2 bytes of %3; the download was deleted</source><translation>%1 hat mehr als die erwarteten %2 Bytes von %3 gesendet; das Heruntergeladene wurde gelöscht</translation></message>
<message><source>The download from %1 is not %2: %3. It was deleted</source><translation>Das von %1 Heruntergeladene ist nicht %2: %3. Es wurde gelöscht</translation></message>
<message><source>cannot be read: </source><translation>kann nicht gelesen werden: </translation></message>
<message><source>%1 matches</source><translation>%1 stimmt überein</translation></message>
<message><source>no checksum is published, so only its size was checked</source><translation>es ist keine Prüfsumme veröffentlicht, daher wurde nur die Größe geprüft</translation></message>
<message><source>neither size nor checksum is published, so it was not checked</source><translation>weder Größe noch Prüfsumme sind veröffentlicht, daher wurde nicht geprüft</translation></message>
<message><source>%1 offers %2 bytes instead of %3: the file at %4 is a different one</source><translation>%1 bietet %2 Bytes statt %3 an: Die Datei unter %4 ist eine andere</translation></message>
<message><source>%1 sent only a part of the file</source><translation>%1 hat nur einen Teil der Datei gesendet</translation></message>
<message><source>%1 answered %2</source><translation>%1 antwortete mit %2</translation></message>
<message><source>%1: the file is no longer at %2</source><translation>%1: Die Datei ist nicht mehr unter %2</translation></message>
<message><source>%1 for %2. The server has a problem; try again later</source><translation>%1 für %2. Der Server hat ein Problem; versuchen Sie es später noch einmal</translation></message>
<message><source>%1 for %2</source><translation>%1 für %2</translation></message>
<message><source>%1 redirects to "%2", which is not a web address</source><translation>%1 leitet auf "%2" um, was keine Webadresse ist</translation></message>
<message><source>%1 redirects from https to the insecure %2. The redirect was not followed</source><translation>%1 leitet von https auf das unsichere %2 um. Der Umleitung wurde nicht gefolgt</translation></message>
<message><source>File</source><translation>Datei</translation></message>
<message><source>Edit</source><translation>Bearbeiten</translation></message>
<message><source>Design</source><translation>Entwerfen</translation></message>
<message><source>View</source><translation>Ansicht</translation></message>
<message><source>Watch</source><translation>Beobachten</translation></message>
<message><source>Compare</source><translation>Vergleichen</translation></message>
<message><source>Help</source><translation>Hilfe</translation></message>
<message><source>&lt;b&gt;%1&lt;/b&gt;: %2</source><translation>&lt;b&gt;%1&lt;/b&gt;: %2</translation></message>
<message><source>Press Tab to go to a field or drawing, then F1 to see what it is for. Ctrl+K finds any command by its name; Shift+F1 opens the manual.</source><translation>Gehen Sie mit Tab zu einem Feld oder einer Zeichnung, und drücken Sie dann F1, um zu sehen, wozu es dient. Strg+K findet jeden Befehl nach seinem Namen; Umschalt+F1 öffnet das Handbuch.</translation></message>
<message><source>Close this message</source><translation>Diese Meldung schließen</translation></message>
<message><source>Undo this change</source><translation>Diese Änderung rückgängig machen</translation></message>
<message><source>Type the whole path, from / on, or choose it.</source><translation>Geben Sie den ganzen Pfad ab / ein, oder wählen Sie ihn aus.</translation></message>
<message><source>%1 cannot be written (%2). Choose a file that you may change.</source><translation>%1 kann nicht geschrieben werden (%2). Wählen Sie eine Datei, die Sie ändern dürfen.</translation></message>
<message><source>The folder of %1 cannot be written (%2). A run store needs files beside it. Choose another place.</source><translation>In den Ordner von %1 kann nicht geschrieben werden (%2). Ein Laufspeicher braucht weitere Dateien neben sich. Wählen Sie einen anderen Ort.</translation></message>
<message><source>An empty file. A new run store is made in it.</source><translation>Eine leere Datei. Ein neuer Laufspeicher wird darin angelegt.</translation></message>
<message><source>%1. Choose another file.</source><translation>%1. Wählen Sie eine andere Datei.</translation></message>
<message><source>A run store of an older version. It is updated when it is opened.</source><translation>Ein Laufspeicher einer älteren Version. Er wird beim Öffnen aktualisiert.</translation></message>
<message><source>A run store that is there already. Its runs appear in Compare.</source><translation>Ein bereits vorhandener Laufspeicher. Seine Läufe erscheinen unter „Vergleichen“.</translation></message>
<message><source>The usual place: %1</source><translation>Der übliche Ort: %1</translation></message>
<message><source>%1 is a folder. Choose a file in it, such as %2.</source><translation>%1 ist ein Ordner. Wählen Sie eine Datei darin, etwa %2.</translation></message>
<message><source>%1 is no file that can hold runs. Choose another.</source><translation>%1 ist keine Datei, die Läufe aufnehmen kann. Wählen Sie eine andere.</translation></message>
<message><source>%1 was there before and is gone. Connect its disk, or choose another file.</source><translation>%1 war vorher da und ist weg. Schließen Sie den Datenträger an, oder wählen Sie eine andere Datei.</translation></message>
<message><source>There is no folder %1. Make it first, or choose another.</source><translation>Es gibt keinen Ordner %1. Legen Sie ihn zuerst an, oder wählen Sie einen anderen.</translation></message>
<message><source>Nothing can be written into %1 (%2). Choose another folder.</source><translation>In %1 kann nichts geschrieben werden (%2). Wählen Sie einen anderen Ordner.</translation></message>
<message><source>A new run store without runs. It is made at the next start.</source><translation>Ein neuer Laufspeicher ohne Läufe. Er wird beim nächsten Start angelegt.</translation></message>
<message><source>The usual folder: %1</source><translation>Der übliche Ordner: %1</translation></message>
<message><source>%1 is a file. Choose the folder around it.</source><translation>%1 ist eine Datei. Wählen Sie den Ordner, in dem sie liegt.</translation></message>
<message><source>You may not look into %1. Choose another folder.</source><translation>Sie dürfen nicht in %1 hineinsehen. Wählen Sie einen anderen Ordner.</translation></message>
<message><source>Data sets are found there, but none can be downloaded into it (%1).</source><translation>Datensätze werden dort gefunden, aber es können keine dorthin heruntergeladen werden (%1).</translation></message>
<message><source>Data sets are looked for there first, and downloaded into it.</source><translation>Datensätze werden zuerst dort gesucht und dorthin heruntergeladen.</translation></message>
<message><source>Choose…</source><translation>Wählen…</translation></message>
<message><source>Choose it in a dialog</source><translation>In einem Dialog wählen</translation></message>
<message><source>Show</source><translation>Zeigen</translation></message>
<message><source>Show it in the desktop's file manager</source><translation>In der Dateiverwaltung des Desktops zeigen</translation></message>
<message><source>Its disk has not answered yet. The preferences are kept once it does.</source><translation>Sein Datenträger hat noch nicht geantwortet. Die Einstellungen werden gespeichert, sobald er es tut.</translation></message>
<message><source>Choose</source><translation>Wählen</translation></message>
<message><source>The preferences cannot be kept, because %1 cannot be written. Free some space, or allow writing there, and press OK again.</source><translation>Die Einstellungen lassen sich nicht speichern, weil %1 nicht geschrieben werden kann. Schaffen Sie Platz oder erlauben Sie das Schreiben dort, und drücken Sie noch einmal OK.</translation></message>
<message><source>Your run store, %1, is not there. This start uses %2. Connect its disk and start again, or choose another run store in the preferences.</source><translation>Ihr Laufspeicher %1 ist nicht da. Dieser Start verwendet %2. Schließen Sie den Datenträger an und starten Sie neu, oder wählen Sie in den Einstellungen einen anderen Laufspeicher.</translation></message>
<message><source>Your data folder, %1, is not there. This start does without it. Connect its disk and start again, or choose another data folder in the preferences.</source><translation>Ihr Datenordner %1 ist nicht da. Dieser Start kommt ohne ihn aus. Schließen Sie den Datenträger an und starten Sie neu, oder wählen Sie in den Einstellungen einen anderen Datenordner.</translation></message>
<message><source>Set by --db: this start uses %1. Your choice holds for starts without --db.</source><translation>Durch --db festgelegt: Dieser Start verwendet %1. Ihre Wahl gilt für Starts ohne --db.</translation></message>
<message><source>--data (%1)</source><translation>--data (%1)</translation></message>
<message><source>COTERIE_DATA (%1)</source><translation>COTERIE_DATA (%1)</translation></message>
<message><source>Set by %1: it comes before your choice and gets the downloads.</source><translation>Durch %1 festgelegt: Das geht Ihrer Wahl vor, und dorthin wird heruntergeladen.</translation></message>
<message><source>Preferences</source><translation>Einstellungen</translation></message>
<message><source>Run store</source><translation>Laufspeicher</translation></message>
<message><source>The file that holds all runs; empty for the usual one</source><translation>Die Datei, die alle Läufe enthält; leer für die übliche</translation></message>
<message><source>Data folder</source><translation>Datenordner</translation></message>
<message><source>Where data sets are looked for and downloaded to; empty for the usual folder</source><translation>Wo Datensätze gesucht werden und wohin sie heruntergeladen werden; leer für den üblichen Ordner</translation></message>
<message><source>Run &amp;store</source><translation>Lauf&amp;speicher</translation></message>
<message><source>&amp;Data folder</source><translation>&amp;Datenordner</translation></message>
<message><source>&amp;Threads</source><translation>&amp;Threads</translation></message>
<message><source>&amp;Font size</source><translation>Schrift&amp;größe</translation></message>
<message><source>&amp;Language</source><translation>S&amp;prache</translation></message>
<message><source>&amp;Colours</source><translation>&amp;Farben</translation></message>
<message><source>Run store, data folder, threads and language hold from the next start on, so runs that are going end where they began. Nothing is moved or deleted: the runs of the present run store stay in it, and you can choose it again. Threads change the time of a run, never its result. The command line program does not read these preferences; it takes --db, --data and --threads.</source><translation>Laufspeicher, Datenordner, Threads und Sprache gelten ab dem nächsten Start, damit begonnene Läufe dort enden, wo sie begonnen haben. Nichts wird verschoben oder gelöscht: Die Läufe des jetzigen Laufspeichers bleiben in ihm, und Sie können ihn wieder wählen. Threads ändern die Dauer eines Laufs, nie sein Ergebnis. Das Kommandozeilenprogramm liest diese Einstellungen nicht; es nimmt --db, --data und --threads.</translation></message>
<message><source>Keep these preferences</source><translation>Diese Einstellungen übernehmen</translation></message>
<message><source>Close without a change</source><translation>Schließen, ohne etwas zu ändern</translation></message>
<message><source>Threads</source><translation>Threads</translation></message>
<message><source>One per core (1)</source><translation>Einer je Kern (1)</translation></message>
<message><source>One per core (%1)</source><translation>Einer je Kern (%1)</translation></message>
<message><source>How many clients train at the same time</source><translation>Wie viele Clients gleichzeitig trainieren</translation></message>
<message><source>Font size</source><translation>Schriftgröße</translation></message>
<message><source>As the desktop (%1 pt)</source><translation>Wie der Desktop (%1 pt)</translation></message>
<message><source> pt</source><translation> pt</translation></message>
<message><source>The size of all texts, plots included; shown at once</source><translation>Die Größe aller Texte, auch in Diagrammen; wird sofort gezeigt</translation></message>
<message><source>Language</source><translation>Sprache</translation></message>
<message><source>The language of the window, from the next start on</source><translation>Die Sprache des Fensters, ab dem nächsten Start</translation></message>
<message><source>As the system</source><translation>Wie das System</translation></message>
<message><source>Colours</source><translation>Farben</translation></message>
<message><source>Light or dark, as in the View menu; shown at once</source><translation>Hell oder dunkel, wie im Menü „Ansicht“; wird sofort gezeigt</translation></message>
<message><source>Collaboration A</source><translation>Kooperation A</translation></message>
<message><source>Row i says how much client i takes from each client: W ← A·E</source><translation>Zeile i sagt, wie viel Client i von jedem Client übernimmt: W ← A·E</translation></message>
<message><source>weight</source><translation>Gewicht</translation></message>
<message><source>Similarity</source><translation>Ähnlichkeit</translation></message>
<message><source>Similarity of clients as the method measured it</source><translation>Ähnlichkeit der Clients, wie die Methode sie gemessen hat</translation></message>
<message><source>similarity</source><translation>Ähnlichkeit</translation></message>
<message><source>Cosine of updates</source><translation>Kosinus der Updates</translation></message>
<message><source>⟨g_i, g_j⟩ / (‖g_i‖ ‖g_j‖), from the stored Gram matrix</source><translation>⟨g_i, g_j⟩ / (‖g_i‖ ‖g_j‖), aus der gespeicherten Gram-Matrix</translation></message>
<message><source>cosine</source><translation>Kosinus</translation></message>
<message><source>Gram matrix</source><translation>Gram-Matrix</translation></message>
<message><source>K = G Gᵀ of the updates that were grouped</source><translation>K = G Gᵀ der Updates, die gruppiert wurden</translation></message>
<message><source>inner product</source><translation>Skalarprodukt</translation></message>
<message><source>Label distance</source><translation>Klassenabstand</translation></message>
<message><source>Total variation between the label distributions of two clients: 0 for equal ones, 1 without a common label</source><translation>Totale Variation zwischen den Klassenverteilungen zweier Clients: 0 bei gleichen, 1 ohne gemeinsame Klasse</translation></message>
<message><source>total variation</source><translation>totale Variation</translation></message>
<message><source>Participation</source><translation>Teilnahme</translation></message>
<message><source>Who took part in which round</source><translation>Wer an welcher Runde teilnahm</translation></message>
<message><source>times drawn</source><translation>Ziehungen</translation></message>
<message><source>%1, seed %2</source><translation>%1, Startzahl %2</translation></message>
<message><source>Round %1: %2</source><translation>Runde %1: %2</translation></message>
<message><source>Close the tour</source><translation>Rundgang schließen</translation></message>
<message><source>Close the tour (Esc)</source><translation>Rundgang schließen (Esc)</translation></message>
<message><source>Show it</source><translation>Zeigen</translation></message>
<message><source>Bring the outlined part back on screen</source><translation>Den umrandeten Teil wieder auf den Bildschirm holen</translation></message>
<message><source>Back</source><translation>Zurück</translation></message>
<message><source>Go to the step before</source><translation>Zum vorigen Schritt gehen</translation></message>
<message><source>Go to the next step</source><translation>Zum nächsten Schritt gehen</translation></message>
<message><source>Done</source><translation>Fertig</translation></message>
<message><source>Next</source><translation>Weiter</translation></message>
<message><source>Tour, step %1 of %2: %3</source><translation>Rundgang, Schritt %1 von %2: %3</translation></message>
<message><source>The part that this step is about is not on screen.</source><translation>Der Teil, um den es in diesem Schritt geht, ist nicht zu sehen.</translation></message>
<message><source>samples as needed for %1 clients</source><translation>Beispiele nach Bedarf für %1 Clients</translation></message>
<message><source>%1 + %2 test samples</source><translation>%1 + %2 Testbeispiele</translation></message>
<message><source>1 feature</source><translation>1 Merkmal</translation></message>
<message><source>%1 features</source><translation>%1 Merkmale</translation></message>
<message><source>scans of %1</source><translation>Scans von %1</translation></message>
<message><source>%1 grey</source><translation>%1 grau</translation></message>
<message><source>%1 in colour</source><translation>%1 farbig</translation></message>
<message><source>%1 of %2 channels</source><translation>%1 mit %2 Kanälen</translation></message>
<message><source>1 class</source><translation>1 Klasse</translation></message>
<message><source>%1 classes</source><translation>%1 Klassen</translation></message>
<message><source>a mask</source><translation>eine Maske</translation></message>
<message><source>a number to predict</source><translation>eine vorherzusagende Zahl</translation></message>
<message><source>1 domain</source><translation>1 Domäne</translation></message>
<message><source>%1 domains</source><translation>%1 Domänen</translation></message>
<message><source>joined in</source><translation>dabei seit</translation></message>
<message><source>round</source><translation>Runde</translation></message>
<message><source>since</source><translation>seit</translation></message>
<message><source>what if, not recorded</source><translation>was wäre wenn, nicht aufgezeichnet</translation></message>
<message><source>Distance</source><translation>Abstand</translation></message>
<message><source>Merge number</source><translation>Nummer des Zusammenschlusses</translation></message>
<message><source>Gain of the merge</source><translation>Gewinn des Zusammenschlusses</translation></message>
<message><source>merge %1</source><translation>Zusammenschluss %1</translation></message>
<message><source>after all merges</source><translation>nach allen Zusammenschlüssen</translation></message>
<message><source>since round %1</source><translation>seit Runde %1</translation></message>
<message><source>joined in round %1</source><translation>beigetreten in Runde %1</translation></message>
<message><source>joined in rounds %1–%2</source><translation>beigetreten in Runden %1–%2</translation></message>
<message><source>%1 here, %2 in the run</source><translation>%1 hier, %2 im Lauf</translation></message>
<message><source>%1 (was %2)</source><translation>%1 (statt %2)</translation></message>
<message><source>A group keeps its number as long as most of its clients stay together, so numbers may have gaps.</source><translation>Eine Gruppe behält ihre Nummer, solange die meisten ihrer Clients zusammenbleiben; die Nummern können daher Lücken haben.</translation></message>
<message><source>; takes no part in this round</source><translation>; nimmt an dieser Runde nicht teil</translation></message>
<message><source>Client %1, %2 since round %3</source><translation>Client %1, %2 seit Runde %3</translation></message>
<message><source>Client %1, in %2 since round %3</source><translation>Client %1, in %2 seit Runde %3</translation></message>
<message><source>Merge %1 of %2
%3</source><translation>Zusammenschluss %1 von %2
%3</translation></message>
<message><source>Best refused merge
%1</source><translation>Bester abgelehnter Zusammenschluss
%1</translation></message>
<message><source>Cut at %1: %2. Drag it to see the groups at another height; double-click to reset it</source><translation>Schnitt bei %1: %2. Ziehen zeigt die Gruppen auf einer anderen Höhe; ein Doppelklick setzt ihn zurück</translation></message>
<message><source>The nearest two merge first. Merges left of the dashed line form the groups.</source><translation>Die beiden nächsten schließen sich zuerst zusammen. Zusammenschlüsse links der gestrichelten Linie bilden die Gruppen.</translation></message>
<message><source>Gain: the benefit of more data minus the cost of unlike data.</source><translation>Gewinn: der Nutzen von mehr Daten minus die Kosten unähnlicher Daten.</translation></message>
<message><source>Clients with a hollow dot take no part in this round.</source><translation>Clients mit hohlem Punkt nehmen an dieser Runde nicht teil.</translation></message>
<message><source>Point at a merge to see why it was done.</source><translation>Zeigen Sie auf einen Zusammenschluss, um zu sehen, warum er erfolgte.</translation></message>
<message><source>Dendrogram: which clients merged, in which order and why</source><translation>Dendrogramm: welche Clients sich zusammenschlossen, in welcher Reihenfolge und warum</translation></message>
<message><source>Press Up and Down to go from client to client, Right to go to the merge that joined it with others, Left to go back. Press Enter to select the clients, Space to add or remove them. Click a group's name to select its clients. In a tree of distances, Shift+Left and Shift+Right move the cut and Shift+Home resets it.</source><translation>Mit den Tasten Auf und Ab geht es von Client zu Client, mit Rechts zu dem Zusammenschluss, der ihn mit anderen verband, mit Links zurück. Die Eingabetaste wählt die Clients aus, die Leertaste fügt sie hinzu oder entfernt sie. Ein Klick auf den Namen einer Gruppe wählt ihre Clients aus. In einem Baum von Abständen verschieben Umschalt+Links und Umschalt+Rechts den Schnitt, und Umschalt+Pos1 setzt ihn zurück.</translation></message>
<message><source>This run has not merged any clients so far. The matrix shows who learns from whom. (Methods such as HCCT, and the sampling of HiCS-FL, show their merges here.)</source><translation>Dieser Lauf hat bisher keine Clients zusammengeschlossen. Die Matrix zeigt, wer von wem lernt. (Verfahren wie HCCT und die Teilnehmerauswahl von HiCS-FL zeigen hier ihre Zusammenschlüsse.)</translation></message>
<message><source>No clients merged in this round. Look at another round to see merges.</source><translation>In dieser Runde schlossen sich keine Clients zusammen. Sehen Sie sich eine andere Runde an, um Zusammenschlüsse zu sehen.</translation></message>
<message><source>Save the picture</source><translation>Bild speichern</translation></message>
<message><source>The picture is empty. Show the view first.</source><translation>Das Bild ist leer. Zeigen Sie zuerst die Ansicht.</translation></message>
<message><source>Width</source><translation>Breite</translation></message>
<message><source>Choose how wide the figure is on paper</source><translation>Wählen, wie breit die Abbildung auf Papier ist</translation></message>
<message><source>Single column</source><translation>Eine Spalte</translation></message>
<message><source>Double column</source><translation>Zwei Spalten</translation></message>
<message><source>Own width</source><translation>Eigene Breite</translation></message>
<message><source>Set the width in millimetres</source><translation>Die Breite in Millimetern festlegen</translation></message>
<message><source>&amp;Width</source><translation>&amp;Breite</translation></message>
<message><source>mm</source><translation>mm</translation></message>
<message><source>Height</source><translation>Höhe</translation></message>
<message><source>Set the height in millimetres; empty: in proportion to the width</source><translation>Die Höhe in Millimetern festlegen; leer: im Verhältnis zur Breite</translation></message>
<message><source>&amp;Height</source><translation>&amp;Höhe</translation></message>
<message><source>Font</source><translation>Schrift</translation></message>
<message><source>Choose the font of all texts</source><translation>Die Schrift aller Texte wählen</translation></message>
<message><source>Set the font size in points</source><translation>Die Schriftgröße in Punkt festlegen</translation></message>
<message><source>&amp;Font</source><translation>Schri&amp;ft</translation></message>
<message><source>pt</source><translation>pt</translation></message>
<message><source>Line width</source><translation>Linienbreite</translation></message>
<message><source>Set the width of the main lines in points</source><translation>Die Breite der Hauptlinien in Punkt festlegen</translation></message>
<message><source>&amp;Line width</source><translation>&amp;Linienbreite</translation></message>
<message><source>Title</source><translation>Titel</translation></message>
<message><source>Set the text above the figure</source><translation>Den Text über der Abbildung festlegen</translation></message>
<message><source>&amp;Title</source><translation>&amp;Titel</translation></message>
<message><source>Set the name of the horizontal axis</source><translation>Den Namen der horizontalen Achse festlegen</translation></message>
<message><source>Hori&amp;zontal axis</source><translation>Hori&amp;zontale Achse</translation></message>
<message><source>Li&amp;mits</source><translation>Gre&amp;nzen</translation></message>
<message><source>Vertical axis</source><translation>Vertikale Achse</translation></message>
<message><source>Set the name of the vertical axis</source><translation>Den Namen der vertikalen Achse festlegen</translation></message>
<message><source>&amp;Vertical axis</source><translation>&amp;Vertikale Achse</translation></message>
<message><source>L&amp;imits</source><translation>&amp;Grenzen</translation></message>
<message><source>Legend</source><translation>Legende</translation></message>
<message><source>Choose where the names of the lines go</source><translation>Wählen, wohin die Namen der Linien kommen</translation></message>
<message><source>Above the plot</source><translation>Über dem Diagramm</translation></message>
<message><source>Below the plot</source><translation>Unter dem Diagramm</translation></message>
<message><source>Right of the plot</source><translation>Rechts vom Diagramm</translation></message>
<message><source>Inside, top left</source><translation>Innen, oben links</translation></message>
<message><source>Inside, top right</source><translation>Innen, oben rechts</translation></message>
<message><source>Inside, bottom left</source><translation>Innen, unten links</translation></message>
<message><source>Inside, bottom right</source><translation>Innen, unten rechts</translation></message>
<message><source>Le&amp;gend</source><translation>Leg&amp;ende</translation></message>
<message><source>Lower limit of the horizontal axis</source><translation>Untere Grenze der horizontalen Achse</translation></message>
<message><source>Upper limit of the horizontal axis</source><translation>Obere Grenze der horizontalen Achse</translation></message>
<message><source>Lower limit of the vertical axis</source><translation>Untere Grenze der vertikalen Achse</translation></message>
<message><source>Upper limit of the vertical axis</source><translation>Obere Grenze der vertikalen Achse</translation></message>
<message><source>Set where the axis begins; empty: automatic</source><translation>Festlegen, wo die Achse beginnt; leer: automatisch</translation></message>
<message><source>Set where the axis ends; empty: automatic</source><translation>Festlegen, wo die Achse endet; leer: automatisch</translation></message>
<message><source>to</source><translation>bis</translation></message>
<message><source>Format</source><translation>Format</translation></message>
<message><source>Choose the format of the file. PDF and SVG stay sharp at any size; their texts stay texts</source><translation>Das Format der Datei wählen. PDF und SVG bleiben in jeder Größe scharf; ihre Texte bleiben Texte</translation></message>
<message><source>PDF</source><translation>PDF</translation></message>
<message><source>SVG</source><translation>SVG</translation></message>
<message><source>PNG</source><translation>PNG</translation></message>
<message><source>Resolution</source><translation>Auflösung</translation></message>
<message><source>Set the dots per inch of PNG files and of copies</source><translation>Die Bildpunkte je Zoll von PNG-Dateien und Kopien festlegen</translation></message>
<message><source>Form&amp;at</source><translation>Form&amp;at</translation></message>
<message><source>dpi</source><translation>dpi</translation></message>
<message><source>Size of the figure</source><translation>Größe der Abbildung</translation></message>
<message><source>&amp;Save…</source><translation>&amp;Speichern…</translation></message>
<message><source>Cop&amp;y</source><translation>&amp;Kopieren</translation></message>
<message><source>Choose a file and write the figure</source><translation>Eine Datei wählen und die Abbildung schreiben</translation></message>
<message><source>Copy the figure as an image</source><translation>Die Abbildung als Bild kopieren</translation></message>
<message><source>Set every field to its default</source><translation>Jedes Feld auf seine Vorgabe setzen</translation></message>
<message><source>Close without a file</source><translation>Ohne Datei schließen</translation></message>
<message><source>%1 × %2 mm</source><translation>%1 × %2 mm</translation></message>
<message><source>Copied: %1 × %2 pixels.</source><translation>Kopiert: %1 × %2 Bildpunkte.</translation></message>
<message><source>The axes have next to no room. Choose a larger size, a smaller font or another place for the legend.</source><translation>Die Achsen haben fast keinen Platz. Wählen Sie eine größere Abbildung, eine kleinere Schrift oder einen anderen Ort für die Legende.</translation></message>
<message><source>1 name of the legend has no room.</source><translation>1 Name der Legende hat keinen Platz.</translation></message>
<message><source>%1 names of the legend have no room.</source><translation>%1 Namen der Legende haben keinen Platz.</translation></message>
<message><source>Choose a larger size, a smaller font or another place for the legend.</source><translation>Wählen Sie eine größere Abbildung, eine kleinere Schrift oder einen anderen Ort für die Legende.</translation></message>
<message><source>A name of the legend is cut. Choose a larger width or a smaller font.</source><translation>Ein Name der Legende ist abgeschnitten. Wählen Sie eine größere Breite oder eine kleinere Schrift.</translation></message>
<message><source>Preview of the figure</source><translation>Vorschau der Abbildung</translation></message>
<message><source>Shows the figure as the file will have it</source><translation>Zeigt die Abbildung so, wie die Datei sie enthalten wird</translation></message>
<message><source>%1 must be from %2 to %3 %4</source><translation>%1 muss zwischen %2 und %3 %4 liegen</translation></message>
<message><source>%1 (is %2).</source><translation>%1 (ist %2).</translation></message>
<message><source>A limit must be a number or empty (is %1).</source><translation>Eine Grenze muss eine Zahl oder leer sein (ist %1).</translation></message>
<message><source>A limit of a logarithmic axis must be above 0 (is %1).</source><translation>Eine Grenze einer logarithmischen Achse muss über 0 liegen (ist %1).</translation></message>
<message><source>The first limit must be below the second (are %1 and %2).</source><translation>Die erste Grenze muss unter der zweiten liegen (sind %1 und %2).</translation></message>
<message><source>A PNG file can have at most %1 pixels (would have %2). Choose a lower resolution or a smaller size.</source><translation>Eine PNG-Datei kann höchstens %1 Pixel haben (hätte %2). Wählen Sie eine niedrigere Auflösung oder eine kleinere Größe.</translation></message>
<message><source>Group river: the group of each client, round by round</source><translation>Gruppenfluss: die Gruppe jedes Clients, Runde für Runde</translation></message>
<message><source>Press Up and Down to go through the groups of the round on screen, Left and Right to go through the rounds. Press Enter to select the clients of the group, Space to add or remove them.</source><translation>Die Tasten Auf und Ab gehen durch die Gruppen der gezeigten Runde, Links und Rechts durch die Runden. Die Eingabetaste wählt die Clients der Gruppe aus, die Leertaste nimmt sie hinzu oder heraus.</translation></message>
<message><source>Round %1</source><translation>Runde %1</translation></message>
<message><source>This run has formed no groups so far. The matrix shows who learns from whom.</source><translation>Dieser Lauf hat bisher keine Gruppen gebildet. Die Matrix zeigt, wer von wem lernt.</translation></message>
<message><source>In this round one of them has formed no groups, or they have different clients.</source><translation>In dieser Runde hat einer von ihnen keine Gruppen gebildet, oder sie haben verschiedene Clients.</translation></message>
<message><source>Rounds %1 to %2</source><translation>Runden %1 bis %2</translation></message>
<message><source>%1, to no group: %2</source><translation>%1, zu keiner Gruppe: %2</translation></message>
<message><source>%1, to %2: %3</source><translation>%1, zu %2: %3</translation></message>
<message><source>%1, in no group: %2</source><translation>%1, in keiner Gruppe: %2</translation></message>
<message><source>%1, %2: %3</source><translation>%1, %2: %3</translation></message>
<message><source>Round %1, %2 since round %3: %4</source><translation>Runde %1, %2 seit Runde %3: %4</translation></message>
<message><source>%1 against %2</source><translation>%1 über %2</translation></message>
<message><source>Matrix of clients, one coloured cell for each pair</source><translation>Matrix der Clients, eine farbige Zelle für jedes Paar</translation></message>
<message><source>Press the arrow keys to go from cell to cell and read each value. Press Enter to select the clients of the cell, Space to add or remove them.</source><translation>Die Pfeiltasten gehen von Zelle zu Zelle und zeigen jeden Wert. Die Eingabetaste wählt die Clients der Zelle aus, die Leertaste nimmt sie hinzu oder heraus.</translation></message>
<message><source>%1 %2, %3 %4, %5: %6</source><translation>%1 %2, %3 %4, %5: %6</translation></message>
<message><source>cluster %1</source><translation>Cluster %1</translation></message>
<message><source>alone</source><translation>allein</translation></message>
<message><source>group %1</source><translation>Gruppe %1</translation></message>
<message><source>, … %1 clients</source><translation>, … %1 Clients</translation></message>
<message><source>gain %1</source><translation>Gewinn %1</translation></message>
<message><source>gain %1, not merged</source><translation>Gewinn %1, nicht zusammengeschlossen</translation></message>
<message><source>%1 + %2: %3</source><translation>%1 + %2: %3</translation></message>
<message><source>groups %1 + %2: %3</source><translation>Gruppen %1 + %2: %3</translation></message>
<message><source>not merged</source><translation>nicht zusammengeschlossen</translation></message>
<message><source>%1: at distance %2</source><translation>%1: bei Abstand %2</translation></message>
<message><source>%1: gain %2</source><translation>%1: Gewinn %2</translation></message>
<message><source> = more data %1, less alike %2</source><translation> = mehr Daten %1, weniger ähnlich %2</translation></message>
<message><source>%1; not merged</source><translation>%1; nicht zusammengeschlossen</translation></message>
<message><source>1 cluster</source><translation>1 Cluster</translation></message>
<message><source>%1 clusters</source><translation>%1 Cluster</translation></message>
<message><source>1 group</source><translation>1 Gruppe</translation></message>
<message><source>%1 groups</source><translation>%1 Gruppen</translation></message>
<message><source>Parallel coordinates: one axis per setting, one line per run</source><translation>Parallele Koordinaten: eine Achse je Einstellung, eine Linie je Lauf</translation></message>
<message><source>Press Up and Down to go from run to run in the order of their results and read their settings. Press Enter or click to keep a run's line in front and to find the run in the table; repeat it to undo this.</source><translation>Die Tasten Auf und Ab gehen von Lauf zu Lauf in der Reihenfolge ihrer Ergebnisse und zeigen ihre Einstellungen. Die Eingabetaste oder ein Klick hält die Linie eines Laufs im Vordergrund und zeigt den Lauf in der Tabelle; eine Wiederholung hebt dies auf.</translation></message>
<message><source>The selected runs have the same settings. Select runs of a sweep or of several arms to see which settings go with good results.</source><translation>Die ausgewählten Läufe haben dieselben Einstellungen. Wählen Sie Läufe einer Reihe oder mehrerer Varianten aus, um zu sehen, welche Einstellungen mit guten Ergebnissen einhergehen.</translation></message>
<message><source>%1 (log)</source><translation>%1 (log)</translation></message>
<message><source>%1: the name of a picture must end in .png, .svg or .pdf</source><translation>%1: Der Name eines Bilds muss auf .png, .svg oder .pdf enden</translation></message>
<message><source>%1: the picture is empty. Show the view first</source><translation>%1: Das Bild ist leer. Zeigen Sie zuerst die Ansicht an</translation></message>
<message><source>Save the &amp;picture…</source><translation>&amp;Bild speichern…</translation></message>
<message><source>&amp;Copy the picture</source><translation>Bild &amp;kopieren</translation></message>
<message><source>and %1 more</source><translation>und %1 weitere</translation></message>
<message><source>Legend: choose a name to hide its line or show it again</source><translation>Legende: einen Namen wählen, um seine Linie auszublenden oder wieder zu zeigen</translation></message>
<message><source>+ %1 more</source><translation>+ %1 weitere</translation></message>
<message><source>fewer</source><translation>weniger</translation></message>
<message><source>Show two rows of names only</source><translation>Nur zwei Zeilen mit Namen zeigen</translation></message>
<message><source>Show the names of all lines</source><translation>Die Namen aller Linien zeigen</translation></message>
<message><source>Show this line again</source><translation>Diese Linie wieder zeigen</translation></message>
<message><source>Hide this line</source><translation>Diese Linie ausblenden</translation></message>
<message><source>Examples of the samples</source><translation>Einige der Beispiele</translation></message>
<message><source>Topology: server, edge servers and clients, and the traffic between them</source><translation>Topologie: Server, Randserver und Clients und der Datenverkehr zwischen ihnen</translation></message>
<message><source>Press the arrow keys to go from client to client and to the edge servers, and read the accuracy and traffic of each. Press Enter to select the client, or all clients of the edge server, Space to add or remove them.</source><translation>Die Pfeiltasten gehen von Client zu Client und zu den Randservern und zeigen Genauigkeit und Datenverkehr von jedem. Die Eingabetaste wählt den Client oder alle Clients des Randservers aus, die Leertaste nimmt sie hinzu oder heraus.</translation></message>
<message><source>No rounds yet. The first finished round is shown here.</source><translation>Noch keine Runden. Die erste fertige Runde wird hier gezeigt.</translation></message>
<message><source>fill: accuracy</source><translation>Füllung: Genauigkeit</translation></message>
<message><source>ring: parameters not zero</source><translation>Ring: Parameter ungleich null</translation></message>
<message><source>line: bytes, at most %1 per round</source><translation>Linie: Bytes, höchstens %1 je Runde</translation></message>
<message><source>dotted: did not take part</source><translation>gepunktet: nahm nicht teil</translation></message>
<message><source>pale: did not take part</source><translation>blass: nahm nicht teil</translation></message>
<message><source>%1, %2 clients</source><translation>%1, %2 Clients</translation></message>
<message><source>Edge server %1, %2</source><translation>Randserver %1, %2</translation></message>
<message><source>test accuracy %1 %</source><translation>Testgenauigkeit %1 %</translation></message>
<message><source>%1 % of the parameters are not zero</source><translation>%1 % der Parameter sind ungleich null</translation></message>
<message><source>%1 sent and received this round</source><translation>%1 in dieser Runde gesendet und empfangen</translation></message>
<message><source>nothing sent this round</source><translation>in dieser Runde nichts gesendet</translation></message>
<message><source>did not take part</source><translation>nahm nicht teil</translation></message>
<message><source>Menu of this view</source><translation>Menü dieser Ansicht</translation></message>
<message><source>Change options, show the numbers as a table, save</source><translation>Optionen ändern, die Zahlen als Tabelle zeigen, speichern</translation></message>
<message><source>Show as &amp;table</source><translation>Als &amp;Tabelle zeigen</translation></message>
<message><source>Show the numbers of this view instead of its picture</source><translation>Die Zahlen dieser Ansicht statt ihres Bildes zeigen</translation></message>
<message><source>Save the &amp;numbers…</source><translation>&amp;Zahlen speichern…</translation></message>
<message><source>Save the numbers</source><translation>Zahlen speichern</translation></message>
<message><source>&amp;Copy the numbers</source><translation>Zahlen &amp;kopieren</translation></message>
<message><source>as CSV</source><translation>als CSV</translation></message>
<message><source>as LaTeX</source><translation>als LaTeX</translation></message>
<message><source>as Markdown</source><translation>als Markdown</translation></message>
<message><source>Numbers of this view</source><translation>Zahlen dieser Ansicht</translation></message>
<message><source>Click a title to sort; point at a number to see all digits</source><translation>Einen Titel anklicken, um zu sortieren; auf eine Zahl zeigen, um alle Stellen zu sehen</translation></message>
<message><source>Number of the client, as in files and exports</source><translation>Nummer des Clients, wie in Dateien und Exporten</translation></message>
<message><source>Group</source><translation>Gruppe</translation></message>
<message><source>Group that the client trains with; its colour is the same in every view</source><translation>Gruppe, mit der der Client trainiert; ihre Farbe ist in jeder Ansicht gleich</translation></message>
<message><source>Since round</source><translation>Seit Runde</translation></message>
<message><source>Round in which the client joined its group or was left alone</source><translation>Runde, in der der Client seiner Gruppe beitrat oder allein blieb</translation></message>
<message><source>Cluster</source><translation>Cluster</translation></message>
<message><source>Sampling cluster: the participants of the round were drawn from these. Clients of one cluster do not train together</source><translation>Auswahlcluster: Aus diesen wurden die Teilnehmer der Runde gezogen. Clients eines Clusters trainieren nicht gemeinsam</translation></message>
<message><source>Number of training samples, D_i</source><translation>Zahl der Trainingsbeispiele, D_i</translation></message>
<message><source>Entropy (nats)</source><translation>Entropie (nats)</translation></message>
<message><source>Entropy of the client's labels, −Σ p ln p; 0 means a single class</source><translation>Entropie der Klassen des Clients, −Σ p ln p; 0 bedeutet eine einzige Klasse</translation></message>
<message><source>Estimated (nats)</source><translation>Geschätzt (nats)</translation></message>
<message><source>Entropy of the client's labels as HiCS-FL estimates it from the update of the output layer</source><translation>Entropie der Klassen des Clients, wie HiCS-FL sie aus dem Update der Ausgabeschicht schätzt</translation></message>
<message><source>Took part</source><translation>Teilnahmen</translation></message>
<message><source>Number of rounds so far in which the client took part</source><translation>Zahl der bisherigen Runden, an denen der Client teilnahm</translation></message>
<message><source>Error %</source><translation>Fehler %</translation></message>
<message><source>Test error of the model that the client would use</source><translation>Testfehler des Modells, das der Client verwenden würde</translation></message>
<message><source>Test loss</source><translation>Testverlust</translation></message>
<message><source>Mean loss on the client's own test samples</source><translation>Mittlerer Verlust auf den eigenen Testbeispielen des Clients</translation></message>
<message><source>Mean loss over the client's last local epoch</source><translation>Mittlerer Verlust über die letzte lokale Epoche des Clients</translation></message>
<message><source>Sent</source><translation>Gesendet</translation></message>
<message><source>Bytes to and from the client in this round</source><translation>Bytes zum und vom Client in dieser Runde</translation></message>
<message><source>Clients of the round on screen</source><translation>Clients der gezeigten Runde</translation></message>
<message><source>Select rows to select their clients in every view; click a title to sort</source><translation>Zeilen auswählen, um ihre Clients in jeder Ansicht auszuwählen; ein Klick auf einen Titel sortiert</translation></message>
<message><source>C&amp;olumns</source><translation>Spa&amp;lten</translation></message>
<message><source>No room for %1</source><translation>Kein Platz für %1</translation></message>
<message><source>%1. Widen the dock, or choose the columns in its menu.</source><translation>%1. Verbreitern Sie das Feld oder wählen Sie die Spalten in seinem Menü.</translation></message>
<message><source>As many as &amp;fit</source><translation>So viele wie &amp;passen</translation></message>
<message><source>Time (s)</source><translation>Zeit (s)</translation></message>
<message><source>Local steps of all clients</source><translation>Lokale Schritte aller Clients</translation></message>
<message><source>Sent over all links (MB)</source><translation>Über alle Verbindungen gesendet (MB)</translation></message>
<message><source>%1, mean ± sd of %2 seeds</source><translation>%1, Mittelwert ± SD von %2 Startzahlen</translation></message>
<message><source>mean over seeds</source><translation>Mittelwert über Startzahlen</translation></message>
<message><source>mean</source><translation>Mittelwert</translation></message>
<message><source>global model, mean over seeds</source><translation>globales Modell, Mittelwert über Startzahlen</translation></message>
<message><source>global model</source><translation>globales Modell</translation></message>
<message><source>Curve</source><translation>Kurve</translation></message>
<message><source>%1, smoothed</source><translation>%1, geglättet</translation></message>
<message><source>Metric of this plot</source><translation>Messgröße dieses Diagramms</translation></message>
<message><source>Horizontal &amp;axis</source><translation>Horizontale &amp;Achse</translation></message>
<message><source>Time</source><translation>Zeit</translation></message>
<message><source>Local steps</source><translation>Lokale Schritte</translation></message>
<message><source>Bytes sent</source><translation>Gesendete Bytes</translation></message>
<message><source>&amp;Smoothing</source><translation>&amp;Glättung</translation></message>
<message><source>Savitzky–Golay, 13 points, order 3</source><translation>Savitzky–Golay, 13 Punkte, Ordnung 3</translation></message>
<message><source>Exponential, 0.8 of the value before</source><translation>Exponentiell, 0.8 des vorigen Werts</translation></message>
<message><source>S&amp;ingle seeds</source><translation>Einzelne Sta&amp;rtzahlen</translation></message>
<message><source>&amp;Mean ± 1 sd over clients</source><translation>&amp;Mittelwert ± 1 sd über Clients</translation></message>
<message><source>Each &amp;group of the selected run</source><translation>&amp;Jede Gruppe des gewählten Laufs</translation></message>
<message><source>&amp;Worst and best client of the selected run</source><translation>Schlechtester &amp;und bester Client des gewählten Laufs</translation></message>
<message><source>Gl&amp;obal model beside the personal ones</source><translation>Gl&amp;obales Modell neben den persönlichen</translation></message>
<message><source>&amp;Legend</source><translation>&amp;Legende</translation></message>
<message><source>These runs do not report this metric. Choose another.</source><translation>Diese Läufe liefern diese Messgröße nicht. Wählen Sie eine andere.</translation></message>
<message><source>, coloured by their cluster in the round on screen</source><translation>, gefärbt nach ihrem Cluster in der gezeigten Runde</translation></message>
<message><source>, coloured by their group in the round on screen</source><translation>, gefärbt nach ihrer Gruppe in der gezeigten Runde</translation></message>
<message><source>bands: the clients of %1 (all, 10–90 %, 25–75 %) and their median; point for a single one</source><translation>Bänder: die Clients von %1 (alle, 10–90 %, 25–75 %) und ihr Median; Punkt bei nur einem</translation></message>
<message><source>bands: its clients (all, 10–90 %, 25–75 %)</source><translation>Bänder: seine Clients (alle, 10–90 %, 25–75 %)</translation></message>
<message><source>thin lines: the clients of %1%2</source><translation>dünne Linien: die Clients von %1%2</translation></message>
<message><source>thin lines: its clients%1</source><translation>dünne Linien: seine Clients%1</translation></message>
<message><source>lines: means over seeds; bands: ± 1 sd over all their clients</source><translation>Linien: Mittelwerte über Startzahlen; Bänder: ± 1 sd über alle ihre Clients</translation></message>
<message><source>lines and bands: mean ± 1 sd over seeds (ddof 0); point for a single one</source><translation>Linien und Bänder: Mittelwert ± 1 sd über Startzahlen (ddof 0); Punkt bei nur einer</translation></message>
<message><source>means over seeds</source><translation>Mittelwerte über Startzahlen</translation></message>
<message><source>bands: ± 1 sd over seeds</source><translation>Bänder: ± 1 sd über Startzahlen</translation></message>
<message><source>smoothed; the measured values are behind it</source><translation>geglättet; die gemessenen Werte liegen dahinter</translation></message>
<message><source>smoothed</source><translation>geglättet</translation></message>
<message><source>✕ 1 value is not finite</source><translation>✕ 1 Wert ist nicht endlich</translation></message>
<message><source>✕ %1 values are not finite</source><translation>✕ %1 Werte sind nicht endlich</translation></message>
<message><source>✕ %1 not finite</source><translation>✕ %1 nicht endlich</translation></message>
<message><source>1 value at or below 0 is not on the log axis</source><translation>1 Wert gleich oder unter 0 liegt nicht auf der Log-Achse</translation></message>
<message><source>%1 values at or below 0 are not on the log axis</source><translation>%1 Werte gleich oder unter 0 liegen nicht auf der Log-Achse</translation></message>
<message><source>Axis of the merges</source><translation>Achse der Zusammenschlüsse</translation></message>
<message><source>Number of merges drawn</source><translation>Anzahl gezeichneter Zusammenschlüsse</translation></message>
<message><source>Groups or sampling clusters</source><translation>Gruppen oder Auswahlcluster</translation></message>
<message><source>In order</source><translation>Der Reihe nach</translation></message>
<message><source>By gain</source><translation>Nach Gewinn</translation></message>
<message><source>Draw the merges by their order, or by their gains, which may rise and fall from merge to merge</source><translation>Die Zusammenschlüsse nach ihrer Reihenfolge zeichnen oder nach ihren Gewinnen, die von einem zum nächsten steigen und fallen können</translation></message>
<message><source>Merges</source><translation>Zusammenschlüsse</translation></message>
<message><source>Play the merges</source><translation>Zusammenschlüsse abspielen</translation></message>
<message><source>Play this round's merges one after another</source><translation>Die Zusammenschlüsse dieser Runde nacheinander abspielen</translation></message>
<message><source>Drag to see this round's merges one after another</source><translation>Ziehen, um die Zusammenschlüsse dieser Runde nacheinander zu sehen</translation></message>
<message><source>Sampling clusters</source><translation>Auswahlcluster</translation></message>
<message><source>Choose groups, whose clients share a model, or sampling clusters, from which participants are drawn</source><translation>Gruppen wählen, deren Clients ein Modell teilen, oder Auswahlcluster, aus denen Teilnehmer gezogen werden</translation></message>
<message><source>What if…</source><translation>Was wäre wenn…</translation></message>
<message><source>Recompute this round's groups with another α or number of groups, without training</source><translation>Die Gruppen dieser Runde mit einem anderen α oder einer anderen Anzahl von Gruppen neu berechnen, ohne Training</translation></message>
<message><source>As recorded: %1</source><translation>Wie aufgezeichnet: %1</translation></message>
<message><source>With these settings %1 would have formed. The run formed %2.</source><translation>Mit diesen Einstellungen hätte es %1 gegeben. Der Lauf bildete %2.</translation></message>
<message><source>Merge</source><translation>Zusammenschluss</translation></message>
<message><source>Left</source><translation>Links</translation></message>
<message><source>Right</source><translation>Rechts</translation></message>
<message><source>Gain or distance</source><translation>Gewinn oder Abstand</translation></message>
<message><source>More data</source><translation>Mehr Daten</translation></message>
<message><source>Less alike</source><translation>Weniger ähnlich</translation></message>
<message><source>refused</source><translation>abgelehnt</translation></message>
<message><source>after merge %1 of %2</source><translation>nach Zusammenschluss %1 von %2</translation></message>
<message><source>Participants are drawn from %1</source><translation>Teilnehmer werden gezogen aus: %1</translation></message>
<message><source>%1. A group keeps its number from round to round.</source><translation>%1. Eine Gruppe behält ihre Nummer von Runde zu Runde.</translation></message>
<message><source>&amp;Errors</source><translation>&amp;Fehler</translation></message>
<message><source>Show or close the upper curves</source><translation>Die oberen Kurven anzeigen oder schließen</translation></message>
<message><source>Lo&amp;sses</source><translation>&amp;Verluste</translation></message>
<message><source>Show or close the lower curves</source><translation>Die unteren Kurven anzeigen oder schließen</translation></message>
<message><source>&amp;Runs</source><translation>&amp;Läufe</translation></message>
<message><source>Show or close the list of runs on screen</source><translation>Die Liste der angezeigten Läufe anzeigen oder schließen</translation></message>
<message><source>&amp;Queue</source><translation>&amp;Warteschlange</translation></message>
<message><source>Show or close the runs that wait and those that can be resumed</source><translation>Die wartenden Läufe und die, die fortgesetzt werden können, anzeigen oder schließen</translation></message>
<message><source>De&amp;ndrogram</source><translation>De&amp;ndrogramm</translation></message>
<message><source>Show or close the merges of the round: who joined whom, and why</source><translation>Die Zusammenschlüsse der Runde anzeigen oder schließen: wer sich wem anschloss, und warum</translation></message>
<message><source>&amp;Matrix</source><translation>&amp;Matrix</translation></message>
<message><source>Show or close the matrices: collaboration weights, similarity, participation</source><translation>Die Matrizen anzeigen oder schließen: Kooperationsgewichte, Ähnlichkeit, Teilnahme</translation></message>
<message><source>&amp;Group river</source><translation>&amp;Gruppenfluss</translation></message>
<message><source>Show or close the groups of all rounds, side by side</source><translation>Die Gruppen aller Runden nebeneinander anzeigen oder schließen</translation></message>
<message><source>&amp;Topology</source><translation>&amp;Topologie</translation></message>
<message><source>Show or close the tree of server, edge servers and clients</source><translation>Den Baum aus Server, Randservern und Clients anzeigen oder schließen</translation></message>
<message><source>Cl&amp;ients</source><translation>Cl&amp;ients</translation></message>
<message><source>Show or close the table of clients</source><translation>Die Tabelle der Clients anzeigen oder schließen</translation></message>
<message><source>E&amp;xplanation</source><translation>&amp;Erklärung</translation></message>
<message><source>Show or close the sentences on what the ended run shows</source><translation>Die Sätze darüber, was der beendete Lauf zeigt, anzeigen oder schließen</translation></message>
<message><source>L&amp;og</source><translation>&amp;Protokoll</translation></message>
<message><source>Show or close the events of the run</source><translation>Die Ereignisse des Laufs anzeigen oder schließen</translation></message>
<message><source>What the numbers say</source><translation>Was die Zahlen sagen</translation></message>
<message><source>Press Enter on a sentence, or double-click it, to see what it is about</source><translation>Auf einem Satz die Eingabetaste drücken oder auf ihn doppelklicken, um zu sehen, wovon er handelt</translation></message>
<message><source>Finding</source><translation>Befund</translation></message>
<message><source>No rounds yet.</source><translation>Noch keine Runden.</translation></message>
<message><source>Reading the run…</source><translation>Der Lauf wird gelesen…</translation></message>
<message><source>When the run has ended, a few sentences here say what it shows.</source><translation>Wenn der Lauf zu Ende ist, sagen hier einige Sätze, was er zeigt.</translation></message>
<message><source>Nothing stands out in this run.</source><translation>An diesem Lauf fällt nichts auf.</translation></message>
<message><source>Fork run %1</source><translation>Lauf %1 verzweigen</translation></message>
<message><source>The fork has the rounds of run %1 up to the one below and goes on from there. Change what it does differently; unchanged, it repeats the run to the bit, without what was changed in it by hand after that round.</source><translation>Die Verzweigung hat die Runden von Lauf %1 bis zu der unten genannten und läuft von dort weiter. Ändern Sie, was sie anders machen soll; unverändert wiederholt sie den Lauf bitgenau, ohne das, was nach dieser Runde von Hand an ihm geändert wurde.</translation></message>
<message><source>Fork after round</source><translation>Verzweigen nach Runde</translation></message>
<message><source>The last round that both runs have</source><translation>Die letzte Runde, die beide Läufe haben</translation></message>
<message><source>After &amp;round</source><translation>Nach &amp;Runde</translation></message>
<message><source>&amp;Fork</source><translation>&amp;Verzweigen</translation></message>
<message><source>Add the fork to the store and put it into the queue</source><translation>Die Verzweigung in den Laufspeicher aufnehmen und in die Warteschlange stellen</translation></message>
<message><source>Close without a fork</source><translation>Schließen, ohne zu verzweigen</translation></message>
<message><source>Run %1: %2, %3, seed %4</source><translation>Lauf %1: %2, %3, Startzahl %4</translation></message>
<message><source> of %1</source><translation> von %1</translation></message>
<message><source>Takes effect in the next round. The run's log records the change, and a resumed run keeps it</source><translation>Wirkt ab der nächsten Runde. Das Protokoll des Laufs vermerkt die Änderung, und ein fortgesetzter Lauf behält sie bei</translation></message>
<message><source>Round %1 trained with a learning rate of %2</source><translation>Runde %1 trainierte mit einer Lernrate von %2</translation></message>
<message><source>No round has been trained yet</source><translation>Noch keine Runde wurde trainiert</translation></message>
<message><source>Apply from the next round on</source><translation>Ab der nächsten Runde anwenden</translation></message>
<message><source>Apply the changed values from the next round on (Return)</source><translation>Die geänderten Werte ab der nächsten Runde anwenden (Eingabetaste)</translation></message>
<message><source>Settings of %1</source><translation>Einstellungen von %1</translation></message>
<message><source>%1 of the live run</source><translation>%1 des aktuellen Laufs</translation></message>
<message><source>%1: from the next round on</source><translation>%1: ab der nächsten Runde</translation></message>
<message><source>%1: from round %2 on</source><translation>%1: ab Runde %2</translation></message>
<message><source>Allowed: %1</source><translation>Erlaubt: %1</translation></message>
<message><source>Must be %1; the field is empty.</source><translation>Muss %1 sein; das Feld ist leer.</translation></message>
<message><source>clients %1 and %2</source><translation>Clients %1 und %2</translation></message>
<message><source>%1 formed %2</source><translation>%2 entstand aus %1</translation></message>
<message><source>%1 joined %2</source><translation>%2 nahm %1 auf</translation></message>
<message><source>%1 left %2</source><translation>%2 verlor %1</translation></message>
<message><source>%1 changed groups; there are now %2</source><translation>%1 wechselten die Gruppe; es gibt nun %2</translation></message>
<message><source>Events of this run</source><translation>Ereignisse dieses Laufs</translation></message>
<message><source>Press Enter on a line, or double-click it, to look at its round</source><translation>Auf einer Zeile die Eingabetaste drücken oder auf sie doppelklicken, um ihre Runde anzusehen</translation></message>
<message><source>No events so far. This log lists warnings, losses that are not finite, groups that form or split, and settings that were changed during the run.</source><translation>Bisher keine Ereignisse. Dieses Protokoll nennt Warnungen, Verluste, die nicht endlich sind, Gruppen, die sich bilden oder teilen, und Einstellungen, die während des Laufs geändert wurden.</translation></message>
<message><source>Event</source><translation>Ereignis</translation></message>
<message><source>%1. %2</source><translation>%1. %2</translation></message>
<message><source>%1 in round %2 minus round %3</source><translation>%1 in Runde %2 minus Runde %3</translation></message>
<message><source>Order of the clients</source><translation>Reihenfolge der Clients</translation></message>
<message><source>Choose a matrix of the round on screen</source><translation>Eine Matrix der gezeigten Runde wählen</translation></message>
<message><source>by number</source><translation>nach Nummer</translation></message>
<message><source>by group</source><translation>nach Gruppe</translation></message>
<message><source>by true group</source><translation>nach wahrer Gruppe</translation></message>
<message><source>Choose the order of the clients. A true group is the domain or cluster to which the partition assigned a client</source><translation>Die Reihenfolge der Clients wählen. Die wahre Gruppe eines Clients ist die Domäne oder der Cluster, den die Aufteilung ihm zugeordnet hat</translation></message>
<message><source>Subtract this round</source><translation>Diese Runde abziehen</translation></message>
<message><source>Minus round %1</source><translation>Minus Runde %1</translation></message>
<message><source>Show every other round as its difference from this one</source><translation>Jede andere Runde als ihre Differenz zu dieser zeigen</translation></message>
<message><source>Not available: the clients hold the same labels in every round</source><translation>Nicht verfügbar: Die Clients haben in jeder Runde dieselben Klassen</translation></message>
<message><source>Not available: this matrix already shows all rounds</source><translation>Nicht verfügbar: Diese Matrix zeigt schon alle Runden</translation></message>
<message><source>by sampling cluster</source><translation>nach Auswahlcluster</translation></message>
<message><source>This round does not report this matrix. Choose another.</source><translation>Diese Runde meldet diese Matrix nicht. Wählen Sie eine andere.</translation></message>
<message><source>Test error</source><translation>Testfehler</translation></message>
<message><source>Test error (%)</source><translation>Testfehler (%)</translation></message>
<message><source>Wrong answers of the model that each client would use, on the client's own test samples: e = 100 · (1 − correct / samples), averaged over clients.</source><translation>Falsche Antworten des Modells, das jeder Client verwenden würde, auf den eigenen Testbeispielen des Clients: e = 100 · (1 − richtige / Beispiele), gemittelt über die Clients.</translation></message>
<message><source>Test accuracy</source><translation>Testgenauigkeit</translation></message>
<message><source>Test accuracy (%)</source><translation>Testgenauigkeit (%)</translation></message>
<message><source>Right answers of the model that each client would use, on the client's own test samples, averaged over clients.</source><translation>Richtige Antworten des Modells, das jeder Client verwenden würde, auf den eigenen Testbeispielen des Clients, gemittelt über die Clients.</translation></message>
<message><source>Loss of the model that each client would use, on the client's own test samples, averaged over clients.</source><translation>Verlust des Modells, das jeder Client verwenden würde, auf den eigenen Testbeispielen des Clients, gemittelt über die Clients.</translation></message>
<message><source>Mean loss of each client's last local epoch, measured while training, averaged over the clients that took part.</source><translation>Mittlerer Verlust der letzten lokalen Epoche jedes Clients, während des Trainings gemessen, gemittelt über die Clients, die teilnahmen.</translation></message>
<message><source>Global model's test error</source><translation>Testfehler des globalen Modells</translation></message>
<message><source>Global model's error (%)</source><translation>Fehler des globalen Modells (%)</translation></message>
<message><source>Wrong answers of the global model, if the method has one: on the official test set, or else averaged over the clients' own test samples.</source><translation>Falsche Antworten des globalen Modells, falls die Methode eines hat: auf der offiziellen Testmenge, sonst gemittelt über die eigenen Testbeispiele der Clients.</translation></message>
<message><source>%1
Run %2, %3. %4</source><translation>%1
Lauf %2, %3. %4</translation></message>
<message><source>The experiment, the method and the seed</source><translation>Das Experiment, die Methode und die Startzahl</translation></message>
<message><source>How many rounds are stored, of those planned</source><translation>Wie viele der geplanten Runden gespeichert sind</translation></message>
<message><source>Whether it waits for its turn or can be resumed</source><translation>Ob er wartet, bis er an der Reihe ist, oder fortgesetzt werden kann</translation></message>
<message><source>Runs that wait or can be resumed</source><translation>Läufe, die warten oder fortgesetzt werden können</translation></message>
<message><source>The runs that wait, in the order in which they will begin, and below them those that were stopped</source><translation>Die wartenden Läufe in der Reihenfolge, in der sie beginnen werden, und darunter die abgebrochenen</translation></message>
<message><source>Earlier</source><translation>Früher</translation></message>
<message><source>Move the selected waiting runs one place up</source><translation>Die ausgewählten wartenden Läufe um einen Platz nach oben rücken</translation></message>
<message><source>Later</source><translation>Später</translation></message>
<message><source>Move the selected waiting runs one place down</source><translation>Die ausgewählten wartenden Läufe um einen Platz nach unten rücken</translation></message>
<message><source>Take out</source><translation>Entnehmen</translation></message>
<message><source>Take the selected waiting runs out of the queue; they stay in the store and can be resumed</source><translation>Die ausgewählten wartenden Läufe aus der Warteschlange nehmen; sie bleiben im Laufspeicher und können fortgesetzt werden</translation></message>
<message><source>Resume</source><translation>Fortsetzen</translation></message>
<message><source>Put the selected stopped runs into the queue again</source><translation>Die ausgewählten abgebrochenen Läufe wieder in die Warteschlange stellen</translation></message>
<message><source>Resume all</source><translation>Alle fortsetzen</translation></message>
<message><source>Put all stopped runs into the queue again, in this order</source><translation>Alle abgebrochenen Läufe in dieser Reihenfolge wieder in die Warteschlange stellen</translation></message>
<message><source>It begins when those before it have ended.</source><translation>Er beginnt, wenn die vor ihm zu Ende sind.</translation></message>
<message><source>It leaves the queue after the round under way.</source><translation>Er verlässt die Warteschlange nach der laufenden Runde.</translation></message>
<message><source>next</source><translation>als Nächster</translation></message>
<message><source>waits</source><translation>wartet</translation></message>
<message><source>will be taken out</source><translation>wird entnommen</translation></message>
<message><source>will wait</source><translation>wird warten</translation></message>
<message><source>It enters the queue after the round under way.</source><translation>Er kommt nach der laufenden Runde in die Warteschlange.</translation></message>
<message><source>No run waits, and none was stopped. Runs that you start while others run wait here for their turn.</source><translation>Kein Lauf wartet, und keiner wurde abgebrochen. Läufe, die Sie starten, während andere laufen, warten hier, bis sie an der Reihe sind.</translation></message>
<message><source>%1, %2.</source><translation>%1, %2.</translation></message>
<message><source>No run waits</source><translation>Kein Lauf wartet</translation></message>
<message><source>1 run waits</source><translation>1 Lauf wartet</translation></message>
<message><source>%1 runs wait</source><translation>%1 Läufe warten</translation></message>
<message><source>none can be resumed</source><translation>keiner kann fortgesetzt werden</translation></message>
<message><source>1 can be resumed</source><translation>1 kann fortgesetzt werden</translation></message>
<message><source>%1 can be resumed</source><translation>%1 können fortgesetzt werden</translation></message>
<message><source>Double-click a round to look at it</source><translation>Auf eine Runde doppelklicken, um sie anzusehen</translation></message>
<message><source>mean − 1 sd</source><translation>Mittelwert − 1 SD</translation></message>
<message><source>mean + 1 sd</source><translation>Mittelwert + 1 SD</translation></message>
<message><source>lowest client</source><translation>niedrigster Client</translation></message>
<message><source>highest client</source><translation>höchster Client</translation></message>
<message><source>10 % of the clients</source><translation>10 % der Clients</translation></message>
<message><source>90 % of the clients</source><translation>90 % der Clients</translation></message>
<message><source>25 % of the clients</source><translation>25 % der Clients</translation></message>
<message><source>75 % of the clients</source><translation>75 % der Clients</translation></message>
<message><source>median client</source><translation>Median-Client</translation></message>
<message><source>worst client</source><translation>schlechtester Client</translation></message>
<message><source>best client</source><translation>bester Client</translation></message>
<message><source>mean − 1 sd over seeds</source><translation>Mittelwert − 1 SD über Startzahlen</translation></message>
<message><source>mean + 1 sd over seeds</source><translation>Mittelwert + 1 SD über Startzahlen</translation></message>
<message><source>%1: global model</source><translation>%1: globales Modell</translation></message>
<message><source>%1
%2: %3</source><translation>%1
%2: %3</translation></message>
<message><source>round %1: %2</source><translation>Runde %1: %2</translation></message>
<message><source>A method of the experiment, with the colour of its curve</source><translation>Eine Methode des Experiments, mit der Farbe ihrer Kurve</translation></message>
<message><source>The seed of the run's random numbers</source><translation>Die Startzahl der Zufallszahlen des Laufs</translation></message>
<message><source>The round of these numbers: the one on screen, or the run's newest. A number of an earlier round says so</source><translation>Die Runde dieser Zahlen: die angezeigte oder die neueste des Laufs. Bei einer Zahl aus einer früheren Runde steht diese dabei</translation></message>
<message><source>Runs on screen</source><translation>Gezeigte Läufe</translation></message>
<message><source>Select a run to see its clients and how they work together</source><translation>Einen Lauf auswählen, um seine Clients und ihre Zusammenarbeit zu sehen</translation></message>
<message><source>%1, round %2</source><translation>%1, Runde %2</translation></message>
<message><source>%1. Select another run in the list of runs</source><translation>%1. In der Liste der Läufe einen anderen Lauf auswählen</translation></message>
<message><source>server</source><translation>Server</translation></message>
<message><source>cloud</source><translation>Cloud</translation></message>
<message><source>Kind</source><translation>Art</translation></message>
<message><source>Number</source><translation>Nummer</translation></message>
<message><source>Accuracy</source><translation>Genauigkeit</translation></message>
<message><source>Share not zero</source><translation>Anteil ungleich null</translation></message>
<message><source>Bits this round</source><translation>Bits dieser Runde</translation></message>
<message><source>Takes part</source><translation>Nimmt teil</translation></message>
<message><source>edge server</source><translation>Randserver</translation></message>
<message><source>Forked from %1; the rounds up to here are the same</source><translation>Verzweigt von %1; die Runden bis hier sind gleich</translation></message>
<message><source>and %1 more, in the log</source><translation>und %1 weitere im Protokoll</translation></message>
<message><source>Time line: the round on screen</source><translation>Zeitleiste: die gezeigte Runde</translation></message>
<message><source>Rounds per second</source><translation>Runden pro Sekunde</translation></message>
<message><source>Run again</source><translation>Neuer Lauf</translation></message>
<message><source>Choose how many rounds per second are played</source><translation>Wählen, wie viele Runden pro Sekunde abgespielt werden</translation></message>
<message><source>%1 rounds/s</source><translation>%1 Runden/s</translation></message>
<message><source>Drag to look at an earlier round; a live run continues. A diamond marks a changed setting, a triangle a warning, a line where the run was forked; point at it to read it</source><translation>Ziehen, um eine frühere Runde anzusehen; der aktuelle Lauf läuft weiter. Eine Raute zeigt eine geänderte Einstellung, ein Dreieck eine Warnung, eine Linie, wo der Lauf verzweigt wurde; darauf zeigen, um es zu lesen</translation></message>
<message><source>no rounds yet</source><translation>noch keine Runden</translation></message>
<message><source>round %1 of %2, %3 planned</source><translation>Runde %1 von %2, %3 geplant</translation></message>
<message><source>round %1 of %2</source><translation>Runde %1 von %2</translation></message>
<message><source>The selected run has not reached round %1, at which others are</source><translation>Der ausgewählte Lauf hat Runde %1 nicht erreicht, bei der andere sind</translation></message>
<message><source>The round on screen, and those of the selected run</source><translation>Die gezeigte Runde und die des ausgewählten Laufs</translation></message>
<message><source>running now</source><translation>läuft gerade</translation></message>
<message><source>stopping at a safe point</source><translation>Abbruch am nächsten sicheren Punkt</translation></message>
<message><source>See what the experiment's author looks for</source><translation>Sehen, worauf der Autor des Experiments achtet</translation></message>
<message><source>Fi&amp;gures</source><translation>Abbil&amp;dungen</translation></message>
<message><source>Show live run</source><translation>Aktuellen Lauf zeigen</translation></message>
<message><source>Close the stored runs and show the live run</source><translation>Die gespeicherten Läufe schließen und den aktuellen Lauf zeigen</translation></message>
<message><source>%1 experiments</source><translation>%1 Experimente</translation></message>
<message><source>Draw “%1” of all runs of the experiment in Compare</source><translation>„%1“ aus allen Läufen des Experiments in „Vergleichen“ zeichnen</translation></message>
<message><source>Draw a figure of the experiment in Compare, with all of its runs</source><translation>Eine Abbildung des Experiments mit allen seinen Läufen in „Vergleichen“ zeichnen</translation></message>
<message><source>preparing the data</source><translation>die Daten werden vorbereitet</translation></message>
<message><source>%1 runs, see the list of runs</source><translation>%1 Läufe, siehe die Liste der Läufe</translation></message>
<message><source>%1 · stored, replayed</source><translation>%1 · gespeichert, abgespielt</translation></message>
<message><source>%1 · %2</source><translation>%1 · %2</translation></message>
<message><source>%1 · last run %2</source><translation>%1 · letzter Lauf %2</translation></message>
<message><source>Resume the run after its last stored round</source><translation>Den Lauf nach seiner letzten gespeicherten Runde fortsetzen</translation></message>
<message><source>Resume %1 runs, each after its last stored round</source><translation>%1 Läufe fortsetzen, jeden nach seiner letzten gespeicherten Runde</translation></message>
<message><source>Watch clients learn together</source><translation>Beobachten, wie Clients gemeinsam lernen</translation></message>
<message><source>The quickstart trains eight clients on drawn digits with two methods: each client alone (Independent), and averaging all models in every round (FedAvg). It takes a few seconds.

You will see one line per method: the mean test error of the clients, which falls round by round. The gap between the lines is what the clients gain or lose by working together. The thin lines are single clients.

Then design your own experiment (Ctrl+1): choose clients, data and methods. Compare (Ctrl+3) keeps every run. Data (Ctrl+4) shows, imports and downloads data sets.</source><translation>Der Schnellstart trainiert acht Clients auf gezeichneten Ziffern mit zwei Methoden: jeder Client allein (Independent) und das Mitteln aller Modelle in jeder Runde (FedAvg). Er dauert ein paar Sekunden.

Sie sehen eine Linie je Methode: den mittleren Testfehler der Clients, der Runde für Runde fällt. Der Abstand zwischen den Linien ist das, was die Clients durch Zusammenarbeit gewinnen oder verlieren. Die dünnen Linien sind einzelne Clients.

Entwerfen Sie dann Ihr eigenes Experiment (Strg+1): Wählen Sie Clients, Daten und Methoden. „Vergleichen“ (Strg+3) bewahrt jeden Lauf auf. „Daten“ (Strg+4) zeigt Datensätze, importiert sie und lädt sie herunter.</translation></message>
<message><source>No run on screen</source><translation>Kein Lauf zu sehen</translation></message>
<message><source>Show the newest run</source><translation>Neuesten Lauf zeigen</translation></message>
<message><source>Open the newest stored run on this page</source><translation>Den neuesten gespeicherten Lauf auf dieser Seite öffnen</translation></message>
<message><source>Put all stopped runs into the queue again</source><translation>Alle abgebrochenen Läufe wieder in die Warteschlange stellen</translation></message>
<message><source>%1

Compare (Ctrl+3) lists them: a double click there opens a run on this page, where the time line goes through its rounds.</source><translation>%1

„Vergleichen“ (Strg+3) listet sie auf: Ein Doppelklick dort öffnet einen Lauf auf dieser Seite, wo die Zeitleiste durch seine Runden geht.</translation></message>
<message><source>One run is stored.</source><translation>Ein Lauf ist gespeichert.</translation></message>
<message><source>%1 runs are stored.</source><translation>%1 Läufe sind gespeichert.</translation></message>
<message><source>Resume the stopped run</source><translation>Abgebrochenen Lauf fortsetzen</translation></message>
<message><source>Resume %1 stopped runs</source><translation>%1 abgebrochene Läufe fortsetzen</translation></message>
<message><source>What-if α, as a slider</source><translation>Was-wäre-wenn-α als Schieberegler</translation></message>
<message><source>What-if α</source><translation>Was-wäre-wenn-α</translation></message>
<message><source>What-if number of groups</source><translation>Was-wäre-wenn-Gruppenzahl</translation></message>
<message><source>Show the groups that this round would have formed with another α. They are computed from the stored updates, without training. The middle is the recorded α (HCCT eqs. (9)–(17))</source><translation>Die Gruppen zeigen, die diese Runde mit einem anderen α gebildet hätte. Sie werden aus den gespeicherten Updates berechnet, ohne Training. Die Mitte ist das aufgezeichnete α (HCCT, Gl. (9)–(17))</translation></message>
<message><source>Set α, the weight of more data in a client's utility. A larger α gives larger groups (HCCT eq. (9))</source><translation>α setzen, das Gewicht von mehr Daten im Nutzen eines Clients. Ein größeres α ergibt größere Gruppen (HCCT, Gl. (9))</translation></message>
<message><source>Merge until exactly this many groups are left, even at a loss (HCCT Figs. 5 and 6)</source><translation>Zusammenschließen, bis genau so viele Gruppen übrig sind, auch mit Verlust (HCCT, Abb. 5 und 6)</translation></message>
<message><source>automatic</source><translation>automatisch</translation></message>
<message><source>Reset α and the number of groups to those of the run</source><translation>α und die Zahl der Gruppen auf die des Laufs zurücksetzen</translation></message>
<message><source>&amp;What if α =</source><translation>&amp;Was wäre, wenn α =</translation></message>
<message><source>&amp;groups</source><translation>&amp;Gruppen</translation></message>
<message><source>Reset to α = %1</source><translation>Zurücksetzen auf α = %1</translation></message>
<message><source>Type a command, an experiment or a run</source><translation>Befehl, Experiment oder Lauf eingeben</translation></message>
<message><source>Command</source><translation>Befehl</translation></message>
<message><source>Type words in any order; Enter does what is chosen below</source><translation>Wörter in beliebiger Reihenfolge eingeben; die Eingabetaste führt aus, was darunter gewählt ist</translation></message>
<message><source>Choose a command; its keys are at the right</source><translation>Einen Befehl wählen; seine Tasten stehen rechts</translation></message>
<message><source>Commands</source><translation>Befehle</translation></message>
<message><source>Nothing with “%1” in its name can be done now. Compare's filter finds all runs.</source><translation>Nichts mit „%1“ im Namen ist gerade möglich. Der Filter unter „Vergleichen“ findet alle Läufe.</translation></message>
<message><source>Open experiment</source><translation>Experiment öffnen</translation></message>
<message><source>Experiments (*.json);;All files (*)</source><translation>Experimente (*.json);;Alle Dateien (*)</translation></message>
<message><source>Save experiment</source><translation>Experiment speichern</translation></message>
<message><source>Experiments (*.json)</source><translation>Experimente (*.json)</translation></message>
<message><source>new experiment.json</source><translation>neues Experiment.json</translation></message>
<message><source>Unsaved experiment</source><translation>Ungespeichertes Experiment</translation></message>
<message><source>The experiment has unsaved changes. Save them?</source><translation>Das Experiment hat ungespeicherte Änderungen. Sollen sie gespeichert werden?</translation></message>
<message><source>Save as…</source><translation>Speichern unter…</translation></message>
<message><source>Save the experiment to another file</source><translation>Das Experiment in einer anderen Datei speichern</translation></message>
<message><source>Reload</source><translation>Neu laden</translation></message>
<message><source>Show the other program's version; Undo brings yours back</source><translation>Die Fassung des anderen Programms zeigen; „Rückgängig“ bringt Ihre zurück</translation></message>
<message><source>%1 was not saved, because another program changed it after it was opened here.</source><translation>%1 wurde nicht gespeichert, weil ein anderes Programm die Datei geändert hat, nachdem sie hier geöffnet wurde.</translation></message>
<message><source>Overwrite</source><translation>Überschreiben</translation></message>
<message><source>Replace the other program's version with yours</source><translation>Die Fassung des anderen Programms durch Ihre ersetzen</translation></message>
<message><source>Another program changed %1. Your changes are still here.</source><translation>Ein anderes Programm hat %1 geändert. Ihre Änderungen sind hier noch vorhanden.</translation></message>
<message><source>Another program changed %1.</source><translation>Ein anderes Programm hat %1 geändert.</translation></message>
<message><source>%1 was deleted or moved. The experiment is still open here.</source><translation>%1 wurde gelöscht oder verschoben. Das Experiment ist hier noch geöffnet.</translation></message>
<message><source>Save</source><translation>Speichern</translation></message>
<message><source>Save the experiment to this file again</source><translation>Das Experiment wieder in dieser Datei speichern</translation></message>
<message><source>an experiment that was never saved</source><translation>einem nie gespeicherten Experiment</translation></message>
<message><source>Coterie ended without saving your changes to %1. They can be restored.</source><translation>Coterie wurde beendet, ohne Ihre Änderungen an %1 zu speichern. Sie lassen sich wiederherstellen.</translation></message>
<message><source>Restore</source><translation>Wiederherstellen</translation></message>
<message><source>Restore the unsaved changes; nothing is written until you save</source><translation>Die ungespeicherten Änderungen wiederherstellen; geschrieben wird erst, wenn Sie speichern</translation></message>
<message><source>Discard</source><translation>Verwerfen</translation></message>
<message><source>Delete the unsaved changes for good</source><translation>Die nicht gespeicherten Änderungen endgültig löschen</translation></message>
<message><source>&amp;HCCT tutorial</source><translation>&amp;HCCT-Anleitung</translation></message>
<message><source>Find out who should train together, in ten minutes</source><translation>In zehn Minuten herausfinden, wer gemeinsam trainieren sollte</translation></message>
<message><source>&amp;All-for-one tutorial</source><translation>&amp;All-for-one-Anleitung</translation></message>
<message><source>Let each client find its helpers, in ten minutes</source><translation>In zehn Minuten jeden Client seine Helfer finden lassen</translation></message>
<message><source>&amp;sFedHP tutorial</source><translation>&amp;sFedHP-Anleitung</translation></message>
<message><source>Trade accuracy for small models, in ten minutes</source><translation>In zehn Minuten Genauigkeit gegen kleine Modelle abwägen</translation></message>
<message><source>H&amp;iCS-FL tutorial</source><translation>H&amp;iCS-FL-Anleitung</translation></message>
<message><source>Choose who trains in a round, in ten minutes</source><translation>In zehn Minuten auswählen, wer in einer Runde trainiert</translation></message>
<message><source>&amp;Commands…</source><translation>&amp;Befehle…</translation></message>
<message><source>Find a command by its name and run it</source><translation>Einen Befehl nach seinem Namen finden und ausführen</translation></message>
<message><source>&amp;Manual</source><translation>&amp;Handbuch</translation></message>
<message><source>Read the guide and the reference in a window of their own</source><translation>Leitfaden und Referenz in einem eigenen Fenster lesen</translation></message>
<message><source>&amp;Tour</source><translation>&amp;Rundgang</translation></message>
<message><source>Lead through the window with the quickstart, in two minutes</source><translation>In zwei Minuten mit dem Schnellstart durch das Fenster führen</translation></message>
<message><source>&amp;Help on the focused item</source><translation>Hilfe zum Element im &amp;Fokus</translation></message>
<message><source>Explain the field, list or drawing that has the focus, and its keys</source><translation>Das Feld, die Liste oder die Zeichnung im Fokus und die zugehörigen Tasten erklären</translation></message>
<message><source>&amp;About Coterie</source><translation>Über &amp;Coterie</translation></message>
<message><source>Show the version and the licence</source><translation>Version und Lizenz anzeigen</translation></message>
<message><source>T&amp;utorials</source><translation>&amp;Anleitungen</translation></message>
<message><source>Coterie</source><translation>Coterie</translation></message>
<message><source>Checking the experiment before it runs</source><translation>Das Experiment wird geprüft, bevor es läuft</translation></message>
<message><source>Nothing was run because the experiment has problems</source><translation>Es wurde nichts ausgeführt, weil das Experiment Probleme hat</translation></message>
<message><source>Change the data set</source><translation>Datensatz ändern</translation></message>
<message><source>%1[*] – Coterie</source><translation>%1[*] – Coterie</translation></message>
<message><source>Documents of the manual</source><translation>Dokumente des Handbuchs</translation></message>
<message><source>Manual – Coterie</source><translation>Handbuch – Coterie</translation></message>
<message><source>Choose a document or one of its sections</source><translation>Ein Dokument oder einen seiner Abschnitte wählen</translation></message>
<message><source>Document</source><translation>Dokument</translation></message>
<message><source>Read the document. Tab goes from link to link and Enter follows one; Ctrl+F searches</source><translation>Das Dokument lesen. Tab geht von Verweis zu Verweis, und die Eingabetaste folgt ihm; Strg+F sucht</translation></message>
<message><source>Go back</source><translation>Zurück</translation></message>
<message><source>Go forward</source><translation>Vorwärts</translation></message>
<message><source>Find in this document</source><translation>In diesem Dokument suchen</translation></message>
<message><source>Find words in this document (Ctrl+F); Enter goes to the next place</source><translation>Wörter in diesem Dokument suchen (Strg+F); die Eingabetaste geht zur nächsten Stelle</translation></message>
<message><source>Go to the previous match</source><translation>Zum vorigen Treffer gehen</translation></message>
<message><source>Go to the next match</source><translation>Zum nächsten Treffer gehen</translation></message>
<message><source>There is no manual in %1. Install Coterie again to restore it.</source><translation>In %1 ist kein Handbuch. Installieren Sie Coterie neu, um es wiederherzustellen.</translation></message>
<message><source>Cannot open %1: %2. Install Coterie again to restore the manual.</source><translation>%1 lässt sich nicht öffnen: %2. Installieren Sie Coterie neu, um das Handbuch wiederherzustellen.</translation></message>
<message><source>%1 – Coterie manual</source><translation>%1 – Coterie-Handbuch</translation></message>
<message><source>Not found</source><translation>Nicht gefunden</translation></message>
<message><source>Modes</source><translation>Modi</translation></message>
<message><source>Draw %1</source><translation>%1 zeichnen</translation></message>
<message><source>figure</source><translation>Abbildung</translation></message>
<message><source>Draw this figure of the experiment in Compare</source><translation>Diese Abbildung des Experiments unter „Vergleichen“ zeichnen</translation></message>
<message><source>Open %1</source><translation>%1 öffnen</translation></message>
<message><source>Show run %1: %2, %3</source><translation>Lauf %1 anzeigen: %2, %3</translation></message>
<message><source>Open this run on the Watch page</source><translation>Diesen Lauf auf der Seite „Beobachten“ öffnen</translation></message>
<message><source>Open the view %1</source><translation>Ansicht %1 öffnen</translation></message>
<message><source>saved view</source><translation>gespeicherte Ansicht</translation></message>
<message><source>A run was interrupted: the program ended while it ran or waited. It can go on after its last stored round.</source><translation>Ein Lauf wurde unterbrochen: Das Programm endete, während er lief oder wartete. Er kann nach seiner letzten gespeicherten Runde weiterlaufen.</translation></message>
<message><source>%1 runs were interrupted: the program ended while they ran or waited. They can go on after their last stored rounds.</source><translation>%1 Läufe wurden unterbrochen: Das Programm endete, während sie liefen oder warteten. Sie können nach ihren letzten gespeicherten Runden weiterlaufen.</translation></message>
<message><source>Resume all %1</source><translation>Alle %1 fortsetzen</translation></message>
<message><source>Put them into the queue again</source><translation>Sie wieder in die Warteschlange stellen</translation></message>
<message><source>All runs ended after %1: %2</source><translation>Nach %1 sind alle Läufe zu Ende: %2</translation></message>
<message><source>The run was stopped. Resume in Watch continues it.</source><translation>Der Lauf wurde abgebrochen. „Fortsetzen“ in „Beobachten“ führt ihn weiter.</translation></message>
<message><source>The run failed: %1</source><translation>Der Lauf ist fehlgeschlagen: %1</translation></message>
<message><source>New here?</source><translation>Neu hier?</translation></message>
<message><source>A tour of two minutes opens the quickstart, runs it and shows what to look at. It is also in the Help menu.</source><translation>Ein Rundgang von zwei Minuten öffnet den Schnellstart, führt ihn aus und zeigt, worauf zu achten ist. Er ist auch im Menü „Hilfe“.</translation></message>
<message><source>Start the tour</source><translation>Rundgang starten</translation></message>
<message><source>No, thanks</source><translation>Nein, danke</translation></message>
<message><source>The quickstart is open.</source><translation>Der Schnellstart ist geöffnet.</translation></message>
<message><source>The run is paused. Resume continues it.</source><translation>Der Lauf ist angehalten. „Fortsetzen“ führt ihn weiter.</translation></message>
<message><source>It runs. You can go on while it does.</source><translation>Er läuft. Sie können währenddessen weitergehen.</translation></message>
<message><source>You can run it again, or look at the rounds that it has.</source><translation>Sie können ihn noch einmal ausführen oder die Runden ansehen, die er hat.</translation></message>
<message><source>The run has finished.</source><translation>Der Lauf ist fertig.</translation></message>
<message><source>The quickstart is not open. Go back one or two steps to open it, or run the experiment that is open.</source><translation>Der Schnellstart ist nicht geöffnet. Gehen Sie einen oder zwei Schritte zurück, um ihn zu öffnen, oder führen Sie das geöffnete Experiment aus.</translation></message>
<message><source>No run is on screen yet. Go back and press Run.</source><translation>Noch ist kein Lauf zu sehen. Gehen Sie zurück und drücken Sie „Ausführen“.</translation></message>
<message><source>Go back to run it again.</source><translation>Gehen Sie zurück, um ihn noch einmal auszuführen.</translation></message>
<message><source>Run it</source><translation>Ausführen</translation></message>
<message><source>Run trains every method of the experiment, one after another, and opens Watch. The line at the bottom of the window shows the progress and has the buttons to pause and stop. It takes less than half a minute.</source><translation>„Ausführen“ trainiert jede Methode des Experiments, eine nach der anderen, und öffnet „Beobachten“. Die Zeile am unteren Rand des Fensters zeigt den Fortschritt und hat die Knöpfe zum Anhalten und Abbrechen. Es dauert weniger als eine halbe Minute.</translation></message>
<message><source>Two minutes with Coterie</source><translation>Zwei Minuten mit Coterie</translation></message>
<message><source>Who should collaborate with whom? Design sets up an experiment, Watch shows it while it trains, Compare keeps every run, and Data holds the data sets. Everything stays usable during the tour; Esc closes it.</source><translation>Wer soll mit wem zusammenarbeiten? „Entwerfen“ legt ein Experiment fest, „Beobachten“ zeigt es, während es trainiert, „Vergleichen“ bewahrt jeden Lauf auf, und „Daten“ enthält die Datensätze. Alles bleibt während des Rundgangs benutzbar; Esc schließt ihn.</translation></message>
<message><source>An experiment</source><translation>Ein Experiment</translation></message>
<message><source>The quickstart has eight clients with drawn digits. They train the same small network in two ways: each client alone, and all together. This list leads through its parts; a tick means that a part will run.</source><translation>Der Schnellstart hat acht Clients mit gezeichneten Ziffern. Sie trainieren dasselbe kleine Netz auf zwei Arten: jeder Client allein und alle zusammen. Diese Liste führt durch seine Teile; ein Haken bedeutet, dass ein Teil laufen wird.</translation></message>
<message><source>Open the quickstart</source><translation>Schnellstart öffnen</translation></message>
<message><source>Who has what</source><translation>Wer was hat</translation></message>
<message><source>Each bar is a client. Its length is the number of samples, its colours are the digits. Some clients have two or three digits, others nearly all. Drag the end of a bar or a border between two colours to change that; Ctrl+Z undoes it.</source><translation>Jeder Balken ist ein Client. Seine Länge ist die Zahl der Beispiele, seine Farben sind die Ziffern. Manche Clients haben zwei oder drei Ziffern, andere fast alle. Ziehen Sie das Ende eines Balkens oder eine Grenze zwischen zwei Farben, um das zu ändern; Strg+Z macht es rückgängig.</translation></message>
<message><source>No experiment is open. Go back to open the quickstart.</source><translation>Kein Experiment ist geöffnet. Gehen Sie zurück, um den Schnellstart zu öffnen.</translation></message>
<message><source>Errors, round by round</source><translation>Fehler, Runde für Runde</translation></message>
<message><source>A thick line is the mean test error of a method, a thin one a single client. Lower is better. The gap between Independent and FedAvg is what the clients gain or lose by working together. Point at a line for its value.</source><translation>Eine dicke Linie ist der mittlere Testfehler einer Methode, eine dünne ein einzelner Client. Niedriger ist besser. Der Abstand zwischen Independent und FedAvg ist das, was die Clients durch Zusammenarbeit gewinnen oder verlieren. Zeigen Sie auf eine Linie, um ihren Wert zu sehen.</translation></message>
<message><source>Who takes from whom</source><translation>Wer von wem übernimmt</translation></message>
<message><source>Row i says how much client i takes from each client. Independent is a diagonal; FedAvg repeats one row of client sizes. Every other method lies between the two. Choose the run in the list above.</source><translation>Zeile i sagt, wie viel Client i von jedem Client übernimmt. Independent ist eine Diagonale; FedAvg wiederholt eine Zeile mit den Größen der Clients. Jede andere Methode liegt zwischen den beiden. Wählen Sie den Lauf in der Liste oben.</translation></message>
<message><source>Look back</source><translation>Zurückblicken</translation></message>
<message><source>All panels show the same round. Drag the time line to see an earlier one, also while a run continues; the Play button beside it plays the rounds.</source><translation>Alle Felder zeigen dieselbe Runde. Ziehen Sie die Zeitleiste, um eine frühere zu sehen, auch während ein Lauf weitergeht; der Knopf „Abspielen“ daneben spielt die Runden ab.</translation></message>
<message><source>Every run is kept here. Select the runs of the quickstart, with Ctrl for the second: the tabs below show their curves, tests and tables, and Export writes them to files.</source><translation>Jeder Lauf wird hier aufbewahrt. Wählen Sie die Läufe des Schnellstarts aus, den zweiten mit Strg: Die Reiter unten zeigen ihre Kurven, Tests und Tabellen, und „Exportieren“ schreibt sie in Dateien.</translation></message>
<message><source>And now</source><translation>Und nun</translation></message>
<message><source>Help › Tutorials walks through each of the four papers in ten minutes. Ctrl+K finds any command by its name, and F1 explains what has the focus. Help › Tour repeats this tour.</source><translation>Hilfe › Anleitungen führt in je zehn Minuten durch jeden der vier Artikel. Strg+K findet jeden Befehl nach seinem Namen, und F1 erklärt, was den Fokus hat. Hilfe › Rundgang wiederholt diesen Rundgang.</translation></message>
<message><source>Open run %1 as a design</source><translation>Lauf %1 als Entwurf öffnen</translation></message>
<message><source>Progress of the queue</source><translation>Fortschritt der Warteschlange</translation></message>
<message><source>Shows where models train: on the processor (cpu) or on a GPU (cuda)</source><translation>Zeigt, wo Modelle trainieren: auf dem Prozessor (cpu) oder auf einer GPU (cuda)</translation></message>
<message><source>Shows how much of the queued runs is done</source><translation>Zeigt, wie viel von den eingereihten Läufen erledigt ist</translation></message>
<message><source>Paused: %1</source><translation>Angehalten: %1</translation></message>
<message><source>Stopping at a safe point</source><translation>Abbruch am nächsten sicheren Punkt</translation></message>
<message><source>Nothing is running</source><translation>Es läuft nichts</translation></message>
<message><source>Set the number of clients, 1 to 100,000</source><translation>Die Zahl der Clients festlegen, 1 bis 100,000</translation></message>
<message><source>Dimension</source><translation>Dimension</translation></message>
<message><source>Set the number of parameters of a model, 1 to 100,000</source><translation>Die Zahl der Parameter eines Modells festlegen, 1 bis 100,000</translation></message>
<message><source>Spreads v</source><translation>Streuungen v</translation></message>
<message><source>Set how far the clients' optima differ: numbers above 0, separated by commas. Each makes a curve</source><translation>Festlegen, wie weit die Optima der Clients auseinanderliegen: Zahlen über 0, durch Kommas getrennt. Jede ergibt eine Kurve</translation></message>
<message><source>Precisions ε</source><translation>Präzisionen ε</translation></message>
<message><source>Set the excess losses to reach: numbers above 0, separated by commas. Each makes a row of the table</source><translation>Die zu erreichenden Überschussverluste festlegen: Zahlen über 0, durch Kommas getrennt. Jede ergibt eine Zeile der Tabelle</translation></message>
<message><source>Set the seed of the drawn optima</source><translation>Die Startzahl der gezogenen Optima festlegen</translation></message>
<message><source>Criterion</source><translation>Kriterium</translation></message>
<message><source>Choose how much likeness counts in the variance</source><translation>Wählen, wie stark Ähnlichkeit in der Varianz zählt</translation></message>
<message><source>Threshold λ</source><translation>Schwelle λ</translation></message>
<message><source>Set the threshold of the binary criterion, at most 1</source><translation>Die Schwelle des binären Kriteriums festlegen, höchstens 1</translation></message>
<message><source>Variance σ²</source><translation>Varianz σ²</translation></message>
<message><source>Set the variance of one client's gradients</source><translation>Die Varianz der Gradienten eines Clients festlegen</translation></message>
<message><source>First loss ε⁰</source><translation>Erster Verlust ε⁰</translation></message>
<message><source>Set the excess loss before the first step</source><translation>Den Überschussverlust vor dem ersten Schritt festlegen</translation></message>
<message><source>Steps T</source><translation>Schritte T</translation></message>
<message><source>Set the number of steps of the bounds</source><translation>Die Zahl der Schritte der Schranken festlegen</translation></message>
<message><source>Constant step size η</source><translation>Konstante Schrittweite η</translation></message>
<message><source>Set the constant step size, at most 1/μ = 1</source><translation>Die konstante Schrittweite festlegen, höchstens 1/μ = 1</translation></message>
<message><source>Decreasing factor C</source><translation>Abnahmefaktor C</translation></message>
<message><source>Set C of the decreasing step sizes C/(μt); it must be above 1</source><translation>C der abnehmenden Schrittweiten C/(μt) festlegen; es muss über 1 liegen</translation></message>
<message><source>Precision ε</source><translation>Präzision ε</translation></message>
<message><source>v = %1</source><translation>v = %1</translation></message>
<message><source>Spread v</source><translation>Streuung v</translation></message>
<message><source>σ²_suf</source><translation>σ²_suf</translation></message>
<message><source>Constant</source><translation>Konstant</translation></message>
<message><source>Horizon</source><translation>Horizont</translation></message>
<message><source>Decreasing</source><translation>Fallend</translation></message>
<message><source>Steps to ε</source><translation>Schritte bis ε</translation></message>
<message><source>Squared gradient</source><translation>Gradientenquadrat</translation></message>
<message><source>Sufficient clusters</source><translation>Hinreichende Cluster</translation></message>
<message><source>binary</source><translation>binär</translation></message>
<message><source>continuous</source><translation>stetig</translation></message>
<message><source>Problem</source><translation>Problem</translation></message>
<message><source>Set every input to its default</source><translation>Jede Eingabe auf ihren Standardwert setzen</translation></message>
<message><source>Size over precision</source><translation>Größe über der Präzision</translation></message>
<message><source>Variance and bounds</source><translation>Varianz und Schranken</translation></message>
<message><source>Point at a number to see all digits</source><translation>Auf eine Zahl zeigen, um alle Stellen zu sehen</translation></message>
<message><source>&amp;New experiment</source><translation>&amp;Neues Experiment</translation></message>
<message><source>Create a small experiment with every setting filled in</source><translation>Ein kleines Experiment anlegen, in dem jede Einstellung ausgefüllt ist</translation></message>
<message><source>&amp;Open experiment…</source><translation>Experiment ö&amp;ffnen…</translation></message>
<message><source>Open an experiment file, or drop one on the window</source><translation>Eine Experimentdatei öffnen; sie lässt sich auch auf das Fenster ziehen</translation></message>
<message><source>Save the experiment; a new or shipped one asks for a file name</source><translation>Das Experiment speichern; für ein neues oder mitgeliefertes wird nach einem Dateinamen gefragt</translation></message>
<message><source>Save &amp;as…</source><translation>Speichern &amp;unter…</translation></message>
<message><source>Import a &amp;data file…</source><translation>&amp;Datendatei importieren…</translation></message>
<message><source>Import a CSV table, NumPy arrays, or IDX or CIFAR binary files</source><translation>Eine CSV-Tabelle, NumPy-Arrays oder Binärdateien im Format IDX oder CIFAR importieren</translation></message>
<message><source>Import a data &amp;folder…</source><translation>Datenordner &amp;importieren…</translation></message>
<message><source>Import a folder of PNG pictures, or a published data set stored elsewhere</source><translation>Einen Ordner mit PNG-Bildern oder einen anderswo gespeicherten veröffentlichten Datensatz importieren</translation></message>
<message><source>&amp;Quit</source><translation>&amp;Beenden</translation></message>
<message><source>Close the window; a run stops safely and can be resumed</source><translation>Das Fenster schließen; ein Lauf wird sicher abgebrochen und kann fortgesetzt werden</translation></message>
<message><source>&amp;Undo</source><translation>&amp;Rückgängig</translation></message>
<message><source>Undo the last change of the experiment</source><translation>Die letzte Änderung am Experiment rückgängig machen</translation></message>
<message><source>&amp;Redo</source><translation>&amp;Wiederholen</translation></message>
<message><source>Redo the change that was undone</source><translation>Die rückgängig gemachte Änderung wiederholen</translation></message>
<message><source>&amp;Preferences…</source><translation>&amp;Einstellungen…</translation></message>
<message><source>Choose run store, data folder, threads, font size and colours</source><translation>Laufspeicher, Datenordner, Threads, Schriftgröße und Farben wählen</translation></message>
<message><source>Add a&amp;n arm</source><translation>Variante &amp;hinzufügen</translation></message>
<message><source>Add an arm after the others</source><translation>Eine Variante nach den anderen hinzufügen</translation></message>
<message><source>Cop&amp;y the arm</source><translation>Variante &amp;kopieren</translation></message>
<message><source>Copy the selected arm</source><translation>Die ausgewählte Variante kopieren</translation></message>
<message><source>Move the arm u&amp;p</source><translation>Variante nach &amp;oben</translation></message>
<message><source>Move the selected arm up</source><translation>Die ausgewählte Variante nach oben verschieben</translation></message>
<message><source>Move the arm do&amp;wn</source><translation>Variante nach u&amp;nten</translation></message>
<message><source>Move the selected arm down</source><translation>Die ausgewählte Variante nach unten verschieben</translation></message>
<message><source>D&amp;elete the arm</source><translation>Variante lö&amp;schen</translation></message>
<message><source>Delete the selected arm</source><translation>Die ausgewählte Variante löschen</translation></message>
<message><source>&amp;Copy</source><translation>&amp;Kopieren</translation></message>
<message><source>Add new clients with as many samples of each kind as the selected ones</source><translation>Neue Clients mit ebenso vielen Beispielen jeder Art wie die ausgewählten hinzufügen</translation></message>
<message><source>&amp;Split</source><translation>&amp;Teilen</translation></message>
<message><source>Give half of each selected client's samples to a new client</source><translation>Die Hälfte der Beispiele jedes ausgewählten Clients einem neuen Client geben</translation></message>
<message><source>&amp;Merge</source><translation>&amp;Zusammenlegen</translation></message>
<message><source>Give the samples of all selected clients to the first of them</source><translation>Die Beispiele aller ausgewählten Clients dem ersten von ihnen geben</translation></message>
<message><source>&amp;Delete</source><translation>&amp;Löschen</translation></message>
<message><source>Delete the selected clients; their samples become unused</source><translation>Die ausgewählten Clients löschen; ihre Beispiele bleiben dann ungenutzt</translation></message>
<message><source>&amp;Revert</source><translation>Zu&amp;rücksetzen</translation></message>
<message><source>Give the selected clients the samples that the partition scheme gives them</source><translation>Den ausgewählten Clients die Beispiele geben, die ihnen das Aufteilungsverfahren zuteilt</translation></message>
<message><source>Select &amp;all</source><translation>&amp;Alle auswählen</translation></message>
<message><source>Select every client</source><translation>Jeden Client auswählen</translation></message>
<message><source>&amp;Take from others</source><translation>Von anderen &amp;nehmen</translation></message>
<message><source>Take samples from all other clients, in proportion to what they have, when no unused ones are left. Hold Shift while dragging to do the same.</source><translation>Beispiele von allen anderen Clients nehmen, im Verhältnis zu deren Bestand, wenn keine ungenutzten mehr da sind. Beim Ziehen bewirkt die gedrückte Umschalttaste dasselbe.</translation></message>
<message><source>New &amp;edge server</source><translation>Neuer Randser&amp;ver</translation></message>
<message><source>Connect the selected clients to a new edge server</source><translation>Die ausgewählten Clients mit einem neuen Randserver verbinden</translation></message>
<message><source>Move to the edge server a&amp;bove</source><translation>Zum Randserver &amp;darüber</translation></message>
<message><source>Connect the selected clients to the edge server above theirs</source><translation>Die ausgewählten Clients mit dem Randserver über dem ihren verbinden</translation></message>
<message><source>Move to the edge server belo&amp;w</source><translation>Zum Randserver dar&amp;unter</translation></message>
<message><source>Connect the selected clients to the edge server below theirs; below the last one, to none</source><translation>Die ausgewählten Clients mit dem Randserver unter dem ihren verbinden; unter dem letzten mit keinem</translation></message>
<message><source>Re&amp;name the edge server</source><translation>Randserver u&amp;mbenennen</translation></message>
<message><source>Rename the edge server of the client that has the focus</source><translation>Den Randserver des Clients umbenennen, der den Fokus hat</translation></message>
<message><source>Remo&amp;ve the edge server</source><translation>Randserver &amp;entfernen</translation></message>
<message><source>Remove the edge server of the client that has the focus; its clients then have none</source><translation>Den Randserver des Clients entfernen, der den Fokus hat; seine Clients haben dann keinen</translation></message>
<message><source>Join a round ear&amp;lier</source><translation>Eine Runde &amp;früher beitreten</translation></message>
<message><source>Let the selected clients join one round earlier</source><translation>Die ausgewählten Clients eine Runde früher beitreten lassen</translation></message>
<message><source>&amp;Join a round later</source><translation>Eine Runde &amp;später beitreten</translation></message>
<message><source>Let the selected clients join one round later</source><translation>Die ausgewählten Clients eine Runde später beitreten lassen</translation></message>
<message><source>&amp;From the start</source><translation>V&amp;on Anfang an</translation></message>
<message><source>Let the selected clients join in the first round</source><translation>Die ausgewählten Clients in der ersten Runde beitreten lassen</translation></message>
<message><source>Save the drawing of all clients and its legend as PNG, SVG or PDF</source><translation>Die Zeichnung aller Clients mit ihrer Legende als PNG, SVG oder PDF speichern</translation></message>
<message><source>Copy the p&amp;icture</source><translation>B&amp;ild kopieren</translation></message>
<message><source>Copy the drawing of all clients and its legend to the clipboard</source><translation>Die Zeichnung aller Clients mit ihrer Legende in die Zwischenablage kopieren</translation></message>
<message><source>&amp;Run experiment</source><translation>&amp;Experiment ausführen</translation></message>
<message><source>Run every arm and seed of the open experiment</source><translation>Jede Variante und Startzahl des offenen Experiments ausführen</translation></message>
<message><source>Run the &amp;quickstart</source><translation>&amp;Schnellstart ausführen</translation></message>
<message><source>Run a small experiment on drawn digits; it takes less than half a minute</source><translation>Ein kleines Experiment mit gezeichneten Ziffern ausführen; es dauert keine halbe Minute</translation></message>
<message><source>&amp;Pause</source><translation>&amp;Anhalten</translation></message>
<message><source>Pause after the current round, or resume</source><translation>Nach der laufenden Runde anhalten oder fortsetzen</translation></message>
<message><source>S&amp;tep one round</source><translation>Eine &amp;Runde weiter</translation></message>
<message><source>Run one more round, then pause</source><translation>Eine weitere Runde ausführen, dann anhalten</translation></message>
<message><source>Stop at the next safe point; the run can be resumed</source><translation>An der nächsten sicheren Stelle abbrechen; der Lauf kann fortgesetzt werden</translation></message>
<message><source>&amp;Change run settings</source><translation>&amp;Laufeinstellungen ändern</translation></message>
<message><source>Change the running run's settings, such as its learning rate or number of rounds, from its next round</source><translation>Einstellungen des laufenden Laufs, etwa seine Lernrate oder Rundenzahl, ab seiner nächsten Runde ändern</translation></message>
<message><source>&amp;Design</source><translation>&amp;Entwerfen</translation></message>
<message><source>Set up an experiment</source><translation>Ein Experiment einrichten</translation></message>
<message><source>&amp;Watch</source><translation>&amp;Beobachten</translation></message>
<message><source>Watch runs while they train, or replay them</source><translation>Läufe beim Training beobachten oder noch einmal abspielen</translation></message>
<message><source>&amp;Compare</source><translation>&amp;Vergleichen</translation></message>
<message><source>Compare stored runs</source><translation>Gespeicherte Läufe vergleichen</translation></message>
<message><source>D&amp;ata</source><translation>&amp;Daten</translation></message>
<message><source>Look at data sets, download and import them</source><translation>Datensätze ansehen, herunterladen und importieren</translation></message>
<message><source>S&amp;how the folders of runs</source><translation>Ordner der Läufe &amp;zeigen</translation></message>
<message><source>Show the folders beside the table of Compare</source><translation>Die Ordner neben der Tabelle unter „Vergleichen“ zeigen</translation></message>
<message><source>Su&amp;fficient clusters…</source><translation>&amp;Hinreichende Cluster…</translation></message>
<message><source>Compute how many clients can collaborate at a precision, and what that gains (All-for-one)</source><translation>Berechnen, wie viele Clients bei einer Präzision zusammenarbeiten können und was das bringt (All-for-one)</translation></message>
<message><source>System colo&amp;urs</source><translation>&amp;Systemfarben</translation></message>
<message><source>Use light or dark colours as the desktop does</source><translation>Helle oder dunkle Farben wie die Arbeitsumgebung verwenden</translation></message>
<message><source>&amp;Light colours</source><translation>He&amp;lle Farben</translation></message>
<message><source>Use dark text on a light background</source><translation>Dunklen Text auf hellem Grund verwenden</translation></message>
<message><source>Dar&amp;k colours</source><translation>Du&amp;nkle Farben</translation></message>
<message><source>Use light text on a dark background</source><translation>Hellen Text auf dunklem Grund verwenden</translation></message>
<message><source>Panel: %1</source><translation>Feld: %1</translation></message>
<message><source>Reset la&amp;yout</source><translation>&amp;Anordnung zurücksetzen</translation></message>
<message><source>Restore the first layout of the Watch page</source><translation>Die ursprüngliche Anordnung der Seite „Beobachten“ wiederherstellen</translation></message>
<message><source>F&amp;ollow the newest round</source><translation>Der neuesten Runde f&amp;olgen</translation></message>
<message><source>Keep the newest round in view; moving a plot or the time line turns this off</source><translation>Die neueste Runde im Blick behalten; ein Verschieben des Diagramms oder der Zeitleiste schaltet dies aus</translation></message>
<message><source>&amp;Fit the curves</source><translation>&amp;Kurven einpassen</translation></message>
<message><source>Fit the axes to the curves</source><translation>Die Achsen an die Kurven anpassen</translation></message>
<message><source>Fit</source><translation>Einpassen</translation></message>
<message><source>Show values on a logarithmic axis</source><translation>Werte auf einer logarithmischen Achse zeigen</translation></message>
<message><source>Log axis</source><translation>Log-Achse</translation></message>
<message><source>Show single &amp;clients</source><translation>Einzelne &amp;Clients zeigen</translation></message>
<message><source>Show a thin line for each client of the run selected in the list</source><translation>Eine dünne Linie für jeden Client des Laufs zeigen, der in der Liste ausgewählt ist</translation></message>
<message><source>Clear the cl&amp;ient selection</source><translation>Clientauswahl &amp;aufheben</translation></message>
<message><source>Deselect all clients</source><translation>Alle Clients abwählen</translation></message>
<message><source>&amp;Previous round</source><translation>&amp;Vorige Runde</translation></message>
<message><source>Show the previous round</source><translation>Die vorige Runde zeigen</translation></message>
<message><source>&amp;Next round</source><translation>&amp;Nächste Runde</translation></message>
<message><source>Show the next round</source><translation>Die nächste Runde zeigen</translation></message>
<message><source>Pla&amp;y the rounds</source><translation>Runden ab&amp;spielen</translation></message>
<message><source>Show one round after another, from the first if the newest is on screen</source><translation>Eine Runde nach der anderen zeigen, von der ersten an, wenn die neueste zu sehen ist</translation></message>
<message><source>Open as &amp;design</source><translation>Als &amp;Entwurf öffnen</translation></message>
<message><source>Open the selected run as an experiment in Design</source><translation>Den ausgewählten Lauf als Experiment unter „Entwerfen“ öffnen</translation></message>
<message><source>For&amp;k after this round…</source><translation>Nach dieser Runde verz&amp;weigen…</translation></message>
<message><source>Start a run that has the selected run's rounds up to the one on screen and continues with other settings</source><translation>Einen Lauf beginnen, der die Runden des ausgewählten Laufs bis zur gezeigten hat und mit anderen Einstellungen fortfährt</translation></message>
<message><source>&amp;Show the parent</source><translation>Ursprungslauf &amp;zeigen</translation></message>
<message><source>Show the run that the selected one was forked from</source><translation>Den Lauf zeigen, von dem der ausgewählte abgezweigt wurde</translation></message>
<message><source>&amp;Watch selected runs</source><translation>Gewählte Läufe &amp;beobachten</translation></message>
<message><source>Show the stored curves of the selected runs</source><translation>Die gespeicherten Kurven der ausgewählten Läufe zeigen</translation></message>
<message><source>&amp;Resume selected runs</source><translation>Gewählte Läufe &amp;fortsetzen</translation></message>
<message><source>Resume stopped runs from their checkpoints</source><translation>Abgebrochene Läufe von ihren Zwischenständen aus fortsetzen</translation></message>
<message><source>Differe&amp;nce of two runs…</source><translation>&amp;Unterschied zweier Läufe…</translation></message>
<message><source>Show what differs between two selected runs: settings, curves, matrices, groups</source><translation>Zeigen, worin sich zwei ausgewählte Läufe unterscheiden: Einstellungen, Kurven, Matrizen, Gruppen</translation></message>
<message><source>&amp;Verify selected runs…</source><translation>Gewählte Läufe &amp;nachprüfen…</translation></message>
<message><source>Play the selected runs again and say whether they are the same to the bit</source><translation>Die ausgewählten Läufe noch einmal abspielen und sagen, ob sie bitgenau gleich sind</translation></message>
<message><source>&amp;Open as design</source><translation>&amp;Als Entwurf öffnen</translation></message>
<message><source>For&amp;k the selected run…</source><translation>Gewählten Lauf ver&amp;zweigen…</translation></message>
<message><source>Start a run that has the first rounds of the selected one and continues with other settings</source><translation>Einen Lauf beginnen, der die ersten Runden des ausgewählten hat und mit anderen Einstellungen fortfährt</translation></message>
<message><source>Relo&amp;ad the runs</source><translation>Läufe neu la&amp;den</translation></message>
<message><source>Reload the list, with runs that other programs have stored</source><translation>Die Liste neu laden, mit Läufen, die andere Programme gespeichert haben</translation></message>
<message><source>&amp;Filter the runs</source><translation>Läufe fil&amp;tern</translation></message>
<message><source>Filter the runs by words in their rows</source><translation>Die Läufe nach Wörtern in ihren Zeilen filtern</translation></message>
<message><source>&amp;Save this view…</source><translation>Ansicht &amp;speichern…</translation></message>
<message><source>Keep filter, folder, columns, order, metric and tab under a name</source><translation>Filter, Ordner, Spalten, Reihenfolge, Messgröße und Reiter unter einem Namen behalten</translation></message>
<message><source>&amp;Copy selected rows</source><translation>Gewählte Zeilen &amp;kopieren</translation></message>
<message><source>Copy the selected rows, to paste them into a spreadsheet</source><translation>Die ausgewählten Zeilen kopieren, um sie in eine Tabellenkalkulation einzufügen</translation></message>
<message><source>Edit ta&amp;gs…</source><translation>Schla&amp;gwörter…</translation></message>
<message><source>Add tags to the selected runs or remove them</source><translation>Den ausgewählten Läufen Schlagwörter geben oder nehmen</translation></message>
<message><source>Set a displa&amp;y name…</source><translation>Anzeigena&amp;me festlegen…</translation></message>
<message><source>Give the selected runs a name of your own</source><translation>Den ausgewählten Läufen einen eigenen Namen geben</translation></message>
<message><source>Move t&amp;he runs to a folder…</source><translation>Läufe in &amp;Ordner verschieben…</translation></message>
<message><source>Put the selected runs into a folder</source><translation>Die ausgewählten Läufe in einen Ordner legen</translation></message>
<message><source>&amp;Pin or unpin selected runs</source><translation>Gewählte Läufe an&amp;heften/lösen</translation></message>
<message><source>Pin the selected runs to the top of the table, or unpin them</source><translation>Die ausgewählten Läufe oben in der Tabelle anheften oder wieder lösen</translation></message>
<message><source>&amp;Delete selected runs</source><translation>Gewählte Läufe lös&amp;chen</translation></message>
<message><source>Delete the selected runs; this can be undone</source><translation>Die ausgewählten Läufe löschen; das lässt sich rückgängig machen</translation></message>
<message><source>&amp;Undo the last change to runs</source><translation>&amp;Letzte Laufänderung rückgängig machen</translation></message>
<message><source>Undo the last deletion, import, or change of a note, tag, name, pin, folder or view</source><translation>Das letzte Löschen, Importieren oder Ändern einer Notiz, eines Schlagworts, eines Namens, einer Anheftung, eines Ordners oder einer Ansicht rückgängig machen</translation></message>
<message><source>&amp;Export runs…</source><translation>Läufe e&amp;xportieren…</translation></message>
<message><source>Export the table, or all numbers of the selected runs as CSV or a bundle</source><translation>Die Tabelle oder alle Zahlen der ausgewählten Läufe als CSV oder Bündel exportieren</translation></message>
<message><source>Export the &amp;table as shown…</source><translation>Tabelle &amp;wie gezeigt exportieren…</translation></message>
<message><source>Export the rows and columns on screen as CSV, LaTeX or Markdown</source><translation>Die gezeigten Zeilen und Spalten als CSV, LaTeX oder Markdown exportieren</translation></message>
<message><source>Wr&amp;ite a report…</source><translation>Ber&amp;icht schreiben…</translation></message>
<message><source>Write the selected runs as one HTML or PDF file: question, federation, figures, tables, what the numbers say, settings</source><translation>Die ausgewählten Läufe als eine HTML- oder PDF-Datei schreiben: Frage, Föderation, Abbildungen, Tabellen, was die Zahlen sagen, Einstellungen</translation></message>
<message><source>Write a report for a ta&amp;lk…</source><translation>Bericht für &amp;Vortrag schreiben…</translation></message>
<message><source>Write one figure and three sentences of the selected runs as one HTML or PDF file</source><translation>Eine Abbildung und drei Sätze zu den ausgewählten Läufen als eine HTML- oder PDF-Datei schreiben</translation></message>
<message><source>Export a &amp;bundle…</source><translation>Bündel &amp;exportieren…</translation></message>
<message><source>Export the experiments, all numbers and a manifest to a folder that another computer can rerun</source><translation>Die Experimente, alle Zahlen und ein Inhaltsverzeichnis in einen Ordner exportieren, aus dem ein anderer Rechner sie noch einmal ausführen kann</translation></message>
<message><source>I&amp;mport a bundle…</source><translation>Bündel im&amp;portieren…</translation></message>
<message><source>Add the runs of a bundle, from whomever: all of it is checked, nothing of it is run</source><translation>Die Läufe eines Bündels hinzufügen, von wem auch immer: alles darin wird geprüft, nichts davon ausgeführt</translation></message>
<message><source>Open &amp;recent</source><translation>&amp;Zuletzt geöffnet</translation></message>
<message><source>Design sets up an experiment. The list at the left leads through data, clients, model, local training, arms, seeds and output; a red number there counts problems. Every change can be undone.</source><translation>Unter „Entwerfen“ wird ein Experiment eingerichtet. Die Liste links führt durch Daten, Clients, Modell, lokales Training, Varianten, Startzahlen und Ausgabe; eine rote Zahl darin zählt Probleme. Jede Änderung lässt sich rückgängig machen.</translation></message>
<message><source>Watch shows runs while they train and replays stored ones. Its panels can be moved and closed; the View menu reopens them. The time line goes to any past round.</source><translation>„Beobachten“ zeigt Läufe beim Training und spielt gespeicherte noch einmal ab. Die Felder lassen sich verschieben und schließen; das Menü „Ansicht“ öffnet sie wieder. Die Zeitleiste führt zu jeder vergangenen Runde.</translation></message>
<message><source>Compare lists all stored runs. Select runs in the table to compare them below it and to export them.</source><translation>„Vergleichen“ listet alle gespeicherten Läufe auf. Wählen Sie in der Tabelle Läufe aus, um sie darunter zu vergleichen und zu exportieren.</translation></message>
<message><source>Data lists the data sets that an experiment can use. Import your own files with the button above the list, or drop them on the page.</source><translation>„Daten“ listet die Datensätze auf, die ein Experiment verwenden kann. Importieren Sie eigene Dateien mit dem Knopf über der Liste oder ziehen Sie sie auf die Seite.</translation></message>
<message><source>A run is in progress</source><translation>Ein Lauf ist im Gang</translation></message>
<message><source>Stop the run and close the window? It stops at a safe point and can be resumed later.</source><translation>Den Lauf abbrechen und das Fenster schließen? Er wird an einer sicheren Stelle abgebrochen und kann später fortgesetzt werden.</translation></message>
<message><source>About Coterie</source><translation>Über Coterie</translation></message>
<message><source>&lt;h3&gt;Coterie %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for one question: who should collaborate with whom in federated learning?&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source><translation>&lt;h3&gt;Coterie %1&lt;/h3&gt;&lt;p&gt;Eine Werkbank auf dem Desktop für eine Frage: Wer sollte beim föderierten Lernen mit wem zusammenarbeiten?&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später.&lt;/p&gt;</translation></message>
<message><source>The last run %1 after %2</source><translation>Letzter Lauf: %1 nach %2</translation></message>
<message><source>1 round</source><translation>1 Runde</translation></message>
<message><source>%1 rounds</source><translation>%1 Runden</translation></message>
<message><source>Pause after the current round</source><translation>Nach der laufenden Runde anhalten</translation></message>
<message><source>Pause</source><translation>Anhalten</translation></message>
<message><source>Resume the paused run</source><translation>Den angehaltenen Lauf fortsetzen</translation></message>
<message><source>R&amp;esume</source><translation>Forts&amp;etzen</translation></message>
<message><source>Play the rounds of the stored run, or stop playing</source><translation>Die Runden des gespeicherten Laufs abspielen oder das Abspielen beenden</translation></message>
<message><source>Pla&amp;y the stored run</source><translation>Gespeicherten Lauf abs&amp;pielen</translation></message>
<message><source>Play</source><translation>Abspielen</translation></message>
<message><source>Run the open experiment</source><translation>Das geöffnete Experiment ausführen</translation></message>
<message><source>Run &amp;or pause</source><translation>Ausführen &amp;oder anhalten</translation></message>
</context>
</TS>
