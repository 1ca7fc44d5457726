<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
<name>coterie</name>
<message><source>%1 samples</source><translation>%1 Beispiele</translation></message>
<message><source>per class %1</source><translation>je Klasse %1</translation></message>
<message><source>client %1: %2</source><translation>Client %1: %2</translation></message>
<message><source>%1: clients %2</source><translation>%1: Clients %2</translation></message>
<message><source>round %1: clients %2</source><translation>Runde %1: Clients %2</translation></message>
<message><source>none</source><translation>keine</translation></message>
<message><source>%1 (round %2)</source><translation>%1 (Runde %2)</translation></message>
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
<message><source>paused</source><translation>pausiert</translation></message>
<message><source>finished</source><translation>fertig</translation></message>
<message><source>stopped</source><translation>gestoppt</translation></message>
<message><source>Runs of the store “%1” cannot be changed, because it is open for reading only. To change them, choose it as your own store in Preferences.</source><translation>Läufe des Laufspeichers „%1“ können nicht geändert werden, weil er nur zum Lesen geöffnet ist. Um sie zu ändern, wählen Sie ihn in den Einstellungen als Ihren eigenen Laufspeicher.</translation></message>
<message><source>failed</source><translation>fehlgeschlagen</translation></message>
<message><source>yes</source><translation>ja</translation></message>
<message><source>no</source><translation>nein</translation></message>
<message><source>1 seed</source><translation>1 Startzahl</translation></message>
<message><source>all %1 seeds</source><translation>alle %1 Startzahlen</translation></message>
<message><source>identical in every round (%1)</source><translation>in jeder Runde identisch (%1)</translation></message>
<message><source>identical in the last round (%1)</source><translation>in der letzten Runde identisch (%1)</translation></message>
<message><source>equal within rounding (%1)</source><translation>bis auf Rundung gleich (%1)</translation></message>
<message><source>no common seed</source><translation>keine gemeinsame Startzahl</translation></message>
<message><source>not the same data</source><translation>nicht dieselben Daten</translation></message>
<message><source> Arms with other data than the baseline's are not tested against it.</source><translation> Varianten mit anderen Daten als die Bezugsvariante werden nicht gegen sie getestet.</translation></message>
<message><source> The arms do not all have the same data, so the best one may only have the easier task.</source><translation> Die Varianten haben nicht alle dieselben Daten; die beste hat vielleicht nur die leichtere Aufgabe.</translation></message>
<message><source>n = %1 is too small: the smallest possible p of Wilcoxon's test is %2</source><translation>n = %1 ist zu klein: Das kleinstmögliche p des Wilcoxon-Tests ist %2</translation></message>
<message><source>all differences are zero, or one is not a number</source><translation>alle Differenzen sind null, oder eine ist keine Zahl</translation></message>
<message><source>p &lt; 0.05 by both tests</source><translation>p &lt; 0,05 nach beiden Tests</translation></message>
<message><source>p &lt; 0.05 by Wilcoxon's test, not by the t test</source><translation>p &lt; 0,05 nach dem Wilcoxon-Test, nicht nach dem t-Test</translation></message>
<message><source>p &lt; 0.05 by the t test, not by Wilcoxon's</source><translation>p &lt; 0,05 nach dem t-Test, nicht nach dem Wilcoxon-Test</translation></message>
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
<message><source>Run</source><comment>verb</comment><translation>Ausführen</translation></message>
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
<message><source>The figure has no spread or no precision.</source><translation>Die Abbildung hat keine Streuung oder keine Präzision.</translation></message>
<message><source>computed from the figure's own numbers, the same for all runs</source><translation>aus den eigenen Zahlen der Abbildung berechnet, für alle Läufe gleich</translation></message>
<message><source>Clients</source><translation>Clients</translation></message>
<message><source>Show numbers of each client, as the figure describes</source><translation>Zahlen jedes Clients zeigen, wie die Abbildung sie beschreibt</translation></message>
<message><source>Stored runs</source><translation>Läufe</translation></message>
<message><source>Select runs; press Enter to watch them</source><translation>Läufe auswählen; die Eingabetaste zeigt sie unter „Beobachten“</translation></message>
<message><source>No run of this figure's experiment is stored yet. Run it first.</source><translation>Vom Experiment dieser Abbildung ist noch kein Lauf gespeichert. Führen Sie es zuerst aus.</translation></message>
<message><source>No run of this figure's experiment is finished and without changes by hand. The figure shows the selected ones as far as they went.</source><translation>Vom Experiment dieser Abbildung ist kein Lauf fertig und ohne Änderungen von Hand. Die Abbildung zeigt die ausgewählten, so weit sie gekommen sind.</translation></message>
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
<message><source>Group the rows and show each group's mean ± sd (ddof 0)</source><translation>Die Zeilen gruppieren und von jeder Gruppe Mittelwert ± SD zeigen (ddof 0)</translation></message>
<message><source>Columns</source><translation>Spalten</translation></message>
<message><source>Choose which numbers and settings have a column</source><translation>Wählen, welche Zahlen und Einstellungen eine Spalte haben</translation></message>
<message><source>Export</source><translation>Exportieren</translation></message>
<message><source>No run is in this folder.</source><translation>In diesem Ordner ist kein Lauf.</translation></message>
<message><source>No run of this folder fits the filter “%1”.</source><translation>Kein Lauf dieses Ordners passt zum Filter „%1“.</translation></message>
<message><source>No run fits the filter “%1”.</source><translation>Kein Lauf passt zum Filter „%1“.</translation></message>
<message><source>Clear the filter</source><translation>Filter leeren</translation></message>
<message><source>List runs again</source><translation>Wieder Läufe auflisten</translation></message>
<message><source>List all runs</source><translation>Alle Läufe auflisten</translation></message>
<message><source>The selected runs have no stored round yet. Select other runs, or wait until these have one.</source><translation>Die ausgewählten Läufe haben noch keine gespeicherte Runde. Wählen Sie andere Läufe aus oder warten Sie, bis diese eine haben.</translation></message>
<message><source>The selected runs ended before their first round. Select other runs.</source><translation>Die ausgewählten Läufe endeten vor ihrer ersten Runde. Wählen Sie andere Läufe aus.</translation></message>
<message><source>The selected runs were stopped before their first round. Press Resume above the table, or select other runs.</source><translation>Die ausgewählten Läufe wurden vor ihrer ersten Runde gestoppt. Klicken Sie über der Tabelle auf „Fortsetzen“ oder wählen Sie andere Läufe aus.</translation></message>
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
<message><source>&amp;Mean ± sd over seeds</source><translation>&amp;Mittelwert ± SD über Startzahlen</translation></message>
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
<message><source>bytes not recorded for 1 run</source><translation>1 Lauf ohne Angabe der Bytes</translation></message>
<message><source>bytes not recorded for %1 runs</source><translation>%1 Läufe ohne Angabe der Bytes</translation></message>
<message><source>times not recorded for 1 run</source><translation>1 Lauf ohne Angabe der Zeiten</translation></message>
<message><source>times not recorded for %1 runs</source><translation>%1 Läufe ohne Angabe der Zeiten</translation></message>
<message><source>%1: not recorded for 1 run</source><translation>%1: für 1 Lauf nicht aufgezeichnet</translation></message>
<message><source>%1: not recorded for %2 runs</source><translation>%1: für %2 Läufe nicht aufgezeichnet</translation></message>
<message><source>%1: not set in 1 run</source><translation>%1: in 1 Lauf nicht gesetzt</translation></message>
<message><source>%1: not set in %2 runs</source><translation>%1: in %2 Läufen nicht gesetzt</translation></message>
<message><source>%1: no single number in 1 run</source><translation>%1: in 1 Lauf keine einzelne Zahl</translation></message>
<message><source>%1: no single number in %2 runs</source><translation>%1: in %2 Läufen keine einzelne Zahl</translation></message>
<message><source>1 run is left out: another one has its seed here</source><translation>1 Lauf ist weggelassen: Ein anderer hat hier seine Startzahl</translation></message>
<message><source>%1 runs are left out: others have their seeds here</source><translation>%1 Läufe sind weggelassen: Andere haben hier ihre Startzahlen</translation></message>
<message><source>%1 (run %2)</source><translation>%1 (Lauf %2)</translation></message>
<message><source>%1 (run %2 of open store %3)</source><translation>%1 (Lauf %2 des offenen Speichers %3)</translation></message>
<message><source>%1, mean of %2 (%3 to %4)</source><translation>%1, Mittel von %2 (%3 bis %4)</translation></message>
<message><source>line: one run</source><translation>Linie: ein Lauf</translation></message>
<message><source>line: mean over %1 seeds</source><translation>Linie: Mittelwert über %1 Startzahlen</translation></message>
<message><source>Select runs of two or more arms to test the differences between them.</source><translation>Wählen Sie Läufe von zwei oder mehr Varianten aus, um die Unterschiede zwischen ihnen zu testen.</translation></message>
<message><source>None of the selected runs has finished.</source><translation>Keiner der ausgewählten Läufe ist fertig.</translation></message>
<message><source>1 run repeats a seed, which counts once</source><translation>1 Lauf wiederholt eine Startzahl, die einmal zählt</translation></message>
<message><source>%1 runs repeat a seed, which counts once</source><translation>%1 Läufe wiederholen eine Startzahl, die einmal zählt</translation></message>
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
<message><source>Rounds until %1 %2 %3. The default target is the worst arm's final value. A run that never reaches it counts as infinitely many rounds. Smoothed: %4. Speed-up: the first arm's median divided by this arm's, where both have the same data.</source><translation>Runden, bis %1 auf %3 %2. Das vorgegebene Ziel ist der Endwert der schlechtesten Variante. Ein Lauf, der es nie erreicht, zählt als unendlich viele Runden. Geglättet: %4. Speedup: Median der ersten Variante geteilt durch den dieser Variante, wenn beide dieselben Daten haben.</translation></message>
<message><source>Point at a number to see all its digits</source><translation>Auf eine Zahl zeigen, um alle ihre Stellen zu sehen</translation></message>
<message><source>%1 was changed by hand to %2, from round %3 on.</source><translation>%1 wurde ab Runde %3 von Hand auf %2 geändert.</translation></message>
<message><source>Group in the first</source><translation>Gruppe im ersten</translation></message>
<message><source>Group in the second</source><translation>Gruppe im zweiten</translation></message>
<message><source>No round has been read yet.</source><translation>Es wurde noch keine Runde gelesen.</translation></message>
<message><source>Difference of run %1 and run %2</source><translation>Unterschied von Lauf %1 und Lauf %2</translation></message>
<message><source>Reading both runs…</source><translation>Beide Läufe werden gelesen…</translation></message>
<message><source>Choose the round of the matrices and the groups</source><translation>Die Runde der Matrizen und der Gruppen wählen</translation></message>
<message><source>After round %1, the last that was evaluated in both.</source><translation>Nach Runde %1, der letzten, die in beiden ausgewertet wurde.</translation></message>
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
<message><source>Neither run reports this matrix in round %1. Choose another matrix or round.</source><translation>Keiner der Läufe liefert diese Matrix in Runde %1. Wählen Sie eine andere Matrix oder Runde.</translation></message>
<message><source>Run %1 does not report this matrix in round %2. Choose another matrix or round.</source><translation>Lauf %1 liefert diese Matrix in Runde %2 nicht. Wählen Sie eine andere Matrix oder Runde.</translation></message>
<message><source>The runs report this matrix for different clients in round %1. Choose another matrix or round.</source><translation>Die Läufe liefern diese Matrix in Runde %1 für verschiedene Clients. Wählen Sie eine andere Matrix oder Runde.</translation></message>
<message><source>Run %1: %2 · %3 · seed %4</source><translation>Lauf %1: %2 · %3 · Startzahl %4</translation></message>
<message><source>Setting</source><translation>Einstellung</translation></message>
<message><source>Computed with %1</source><translation>Berechnet mit %1</translation></message>
<message><source>Second − first</source><translation>Zweiter − erster</translation></message>
<message><source>%1, second − first</source><translation>%1, zweiter − erster</translation></message>
<message><source>not measured</source><translation>nicht gemessen</translation></message>
<message><source>They part in %1: %2 is %3 in run %4 and %5 in run %6.</source><translation>Sie unterscheiden sich ab %1: %2 ist %3 in Lauf %4 und %5 in Lauf %6.</translation></message>
<message><source>They part in %1: this row of the table “%2” is only in run %3.</source><translation>Sie unterscheiden sich ab %1: Diese Zeile der Tabelle „%2“ steht nur in Lauf %3.</translation></message>
<message><source>They part in %1: the rows of the table “%2” differ from here on.</source><translation>Sie unterscheiden sich ab %1: Von hier an sind die Zeilen der Tabelle „%2“ verschieden.</translation></message>
<message><source>participation</source><translation>Teilnahme</translation></message>
<message><source>merges of clusters</source><translation>Zusammenschlüsse der Cluster</translation></message>
<message><source>merges</source><translation>Zusammenschlüsse</translation></message>
<message><source>matrices</source><translation>Matrizen</translation></message>
<message><source>further values</source><translation>weitere Werte</translation></message>
<message><source>traffic</source><translation>Datenverkehr</translation></message>
<message><source>edge server %1</source><translation>Randserver %1</translation></message>
<message><source>draw %1</source><translation>Ziehung %1</translation></message>
<message><source>row %1</source><translation>Zeile %1</translation></message>
<message><source>column %1</source><translation>Spalte %1</translation></message>
<message><source>from clients to the server</source><translation>von Clients zum Server</translation></message>
<message><source>from the server to clients</source><translation>vom Server zu Clients</translation></message>
<message><source>from edge servers to the cloud</source><translation>von Randservern zur Cloud</translation></message>
<message><source>from the cloud to edge servers</source><translation>von der Cloud zu Randservern</translation></message>
<message><source>from clients to clients</source><translation>von Clients zu Clients</translation></message>
<message><source>training accuracy</source><translation>Trainingsgenauigkeit</translation></message>
<message><source>number of training samples</source><translation>Anzahl der Trainingsbeispiele</translation></message>
<message><source>test accuracy</source><translation>Testgenauigkeit</translation></message>
<message><source>number of test samples</source><translation>Anzahl der Testbeispiele</translation></message>
<message><source>test accuracy of the global model</source><translation>Testgenauigkeit des globalen Modells</translation></message>
<message><source>number of test samples of the global model</source><translation>Anzahl der Testbeispiele des globalen Modells</translation></message>
<message><source>validation loss</source><translation>Validierungsverlust</translation></message>
<message><source>validation accuracy</source><translation>Validierungsgenauigkeit</translation></message>
<message><source>number of validation samples</source><translation>Anzahl der Validierungsbeispiele</translation></message>
<message><source>validation loss of the global model</source><translation>Validierungsverlust des globalen Modells</translation></message>
<message><source>validation accuracy of the global model</source><translation>Validierungsgenauigkeit des globalen Modells</translation></message>
<message><source>number of validation samples of the global model</source><translation>Anzahl der Validierungsbeispiele des globalen Modells</translation></message>
<message><source>number of local steps</source><translation>Anzahl der lokalen Schritte</translation></message>
<message><source>true group</source><translation>wahre Gruppe</translation></message>
<message><source>this merge</source><translation>dieser Zusammenschluss</translation></message>
<message><source>carried out</source><translation>ausgeführt</translation></message>
<message><source>number of its first part</source><translation>Nummer seines ersten Teils</translation></message>
<message><source>number of its second part</source><translation>Nummer seines zweiten Teils</translation></message>
<message><source>kind of merge</source><translation>Art des Zusammenschlusses</translation></message>
<message><source>score of the merge</source><translation>Wert des Zusammenschlusses</translation></message>
<message><source>number of merged clients</source><translation>Anzahl der zusammengeschlossenen Clients</translation></message>
<message><source>gain by more data</source><translation>Gewinn durch mehr Daten</translation></message>
<message><source>loss by unlike updates</source><translation>Verlust durch ungleiche Updates</translation></message>
<message><source>amount of data sent</source><translation>gesendete Datenmenge</translation></message>
<message><source>reason for the end of grouping</source><translation>Grund für das Ende der Gruppierung</translation></message>
<message><source>by gain</source><translation>nach Gewinn</translation></message>
<message><source>by distance</source><translation>nach Abstand</translation></message>
<message><source>entry of the matrix “%1”</source><translation>Eintrag der Matrix „%1“</translation></message>
<message><source>Second − first is %1.</source><translation>Zweiter − erster ist %1.</translation></message>
<message><source>Their rounds are the same to the bit up to round %1.</source><translation>Ihre Runden sind bis Runde %1 bitgenau gleich.</translation></message>
<message><source>Run %1 has more, up to round %2.</source><translation>Lauf %1 hat mehr, bis Runde %2.</translation></message>
<message><source>This matrix is the same in both runs in round %1: every difference is 0.</source><translation>Diese Matrix ist in Runde %1 bei beiden Läufen gleich: Jede Differenz ist 0.</translation></message>
<message><source>run %1 − run %2</source><translation>Lauf %1 − Lauf %2</translation></message>
<message><source>run %1</source><translation>Lauf %1</translation></message>
<message><source>the first %1 of %2</source><translation>die ersten %1 von %2</translation></message>
<message><source>takes from client</source><translation>übernimmt von Client</translation></message>
<message><source>The groups of both runs are the same in round %1.</source><translation>Die Gruppen beider Läufe sind in Runde %1 gleich.</translation></message>
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
<message><source>These runs have no record of the bytes they sent.</source><translation>Von diesen Läufen ist nicht bekannt, wie viele Bytes sie gesendet haben.</translation></message>
<message><source>These runs have no record of the time they took.</source><translation>Von diesen Läufen ist nicht bekannt, wie lange sie gedauert haben.</translation></message>
<message><source>The figure is drawn over “%1”, which is the same in all of these runs. Run the experiment with its other values too.</source><translation>Die Abbildung ist über „%1“ gezeichnet, und das ist in allen diesen Läufen gleich. Führen Sie das Experiment auch mit den übrigen Werten aus.</translation></message>
<message><source>No selected run of the figure's arms has a stored round yet. Run the experiment, or select its runs.</source><translation>Kein ausgewählter Lauf der Varianten der Abbildung hat bisher eine gespeicherte Runde. Führen Sie das Experiment aus, oder wählen Sie seine Läufe aus.</translation></message>
<message><source>%1 of %2 arms are not drawn: %3</source><translation>%1 von %2 Varianten sind nicht gezeichnet: %3</translation></message>
<message><source>%1 of %2 runs are finished and drawn</source><translation>%1 von %2 Läufen sind fertig und gezeichnet</translation></message>
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
<message><source>Only runs of other stores are in this folder, and those stores are open for reading only</source><translation>In diesem Ordner sind nur Läufe anderer Laufspeicher, und diese sind nur zum Lesen geöffnet</translation></message>
<message><source>All runs</source><translation>Alle Läufe</translation></message>
<message><source>In no folder</source><translation>In keinem Ordner</translation></message>
<message><source>First columns</source><translation>Erste Spalten</translation></message>
<message><source>Change nothing</source><translation>Nichts ändern</translation></message>
<message><source>%1 %2 %</source><translation>%1 %2 %</translation></message>
<message><source>Variance that goes with: %1</source><translation>Varianz, die einhergeht mit: %1</translation></message>
<message><source>%1 (above 100 % together: settings that change together each count what goes with them)</source><translation>%1 (zusammen über 100 %: Einstellungen, die sich gemeinsam ändern, zählen jeweils, was mit ihnen einhergeht)</translation></message>
<message><source>Variance: %1</source><translation>Varianz: %1</translation></message>
<message><source>Horizontal axis</source><translation>Horizontale Achse</translation></message>
<message><source>Choose what the metric is drawn over: a setting in which the runs differ, or another metric</source><translation>Wählen, worüber die Messgröße gezeichnet wird: eine Einstellung, in der sich die Läufe unterscheiden, oder eine andere Messgröße</translation></message>
<message><source>The share of the metric's variance over the selected runs that lies between a setting's values, beyond what chance would put there (ω²). Settings that change together each count what goes with them, so that the shares may add up to more than 100 %; those with a value of its own for each run are left out</source><translation>Der Anteil an der Varianz der Messgröße über die ausgewählten Läufe, der zwischen den Werten einer Einstellung liegt, über das hinaus, was der Zufall ergäbe (ω²). Einstellungen, die sich gemeinsam ändern, zählen jeweils, was mit ihnen einhergeht, sodass die Anteile zusammen über 100 % ergeben können; solche mit einem eigenen Wert für jeden Lauf bleiben außer Betracht</translation></message>
<message><source>Over</source><translation>Über</translation></message>
<message><source>&amp;Logarithmic horizontal axis</source><translation>&amp;Logarithmische horizontale Achse</translation></message>
<message><source>Logarithmic &amp;value axis</source><translation>Logarithmische &amp;Werteachse</translation></message>
<message><source>The note of run %1 was changed</source><translation>Die Notiz von Lauf %1 wurde geändert</translation></message>
<message><source>The tags of run %1 were changed</source><translation>Die Schlagwörter von Lauf %1 wurden geändert</translation></message>
<message><source>1 run was pinned</source><translation>1 Lauf wurde angeheftet</translation></message>
<message><source>%1 runs were pinned</source><translation>%1 Läufe wurden angeheftet</translation></message>
<message><source>1 run was unpinned</source><translation>1 Lauf ist nicht mehr angeheftet</translation></message>
<message><source>%1 runs were unpinned</source><translation>%1 Läufe sind nicht mehr angeheftet</translation></message>
<message><source>1 run was deleted</source><translation>1 Lauf wurde gelöscht</translation></message>
<message><source>%1 runs were deleted</source><translation>%1 Läufe wurden gelöscht</translation></message>
<message><source>; running and queued runs are not stopped</source><translation>; laufende und wartende Läufe werden nicht gestoppt</translation></message>
<message><source>1 run is stored already, with the same numbers</source><translation>1 Lauf ist schon mit denselben Zahlen gespeichert</translation></message>
<message><source>%1 runs are stored already, with the same numbers</source><translation>%1 Läufe sind schon mit denselben Zahlen gespeichert</translation></message>
<message><source>Nothing was imported: %1</source><translation>Es wurde nichts importiert: %1</translation></message>
<message><source>1 run was imported</source><translation>1 Lauf wurde importiert</translation></message>
<message><source>Redone: %1</source><translation>Wiederholt: %1</translation></message>
<message><source>%1 runs were imported</source><translation>%1 Läufe wurden importiert</translation></message>
<message><source>The list leaves this run out; clear its filter, or list all runs.</source><translation>Die Liste lässt diesen Lauf aus; leeren Sie den Filter oder listen Sie alle Läufe auf.</translation></message>
<message><source>The list leaves these runs out; clear its filter, or list all runs.</source><translation>Die Liste lässt diese Läufe aus; leeren Sie den Filter oder listen Sie alle Läufe auf.</translation></message>
<message><source>Undone: %1</source><translation>Rückgängig gemacht: %1</translation></message>
<message><source>Export the table</source><translation>Tabelle exportieren</translation></message>
<message><source>Write a report</source><translation>Bericht schreiben</translation></message>
<message><source>Web pages (*.html);;PDF (*.pdf)</source><translation>Webseiten (*.html);;PDF (*.pdf)</translation></message>
<message><source>Listed runs</source><translation>Aufgelistete Läufe</translation></message>
<message><source>Selected runs</source><translation>Ausgewählte Läufe</translation></message>
<message><source>Numbers as a &amp;CSV file</source><translation>Zahlen als &amp;CSV-Datei</translation></message>
<message><source>%1.csv: %2…</source><translation>%1.csv: %2…</translation></message>
<message><source>Export selected runs</source><translation>Ausgewählte Läufe exportieren</translation></message>
<message><source>Choose an empty folder for the bundle</source><translation>Einen leeren Ordner für das Bündel wählen</translation></message>
<message><source>Choose an empty folder for the event files</source><translation>Einen leeren Ordner für die Ereignisdateien wählen</translation></message>
<message><source>Choose an empty folder for the models</source><translation>Einen leeren Ordner für die Modelle wählen</translation></message>
<message><source>Wr&amp;itten reports</source><translation>Berichte und &amp;Vorträge</translation></message>
<message><source>The models of 1 run were written</source><translation>Die Modelle von 1 Lauf wurden geschrieben</translation></message>
<message><source>The models of %1 runs were written</source><translation>Die Modelle von %1 Läufen wurden geschrieben</translation></message>
<message><source>1 selected run has none, as it has not finished</source><translation>1 gewählter Lauf hat keine, weil er nicht fertig ist</translation></message>
<message><source>%1 selected runs have none, as they have not finished</source><translation>%1 gewählte Läufe haben keine, weil sie nicht fertig sind</translation></message>
<message><source>The models were written to %1</source><translation>Die Modelle wurden nach %1 geschrieben</translation></message>
<message><source>The event files were written to %1. TensorBoard shows them with tensorboard --logdir and this folder.</source><translation>Die Ereignisdateien wurden nach %1 geschrieben. TensorBoard zeigt sie mit tensorboard --logdir und diesem Ordner.</translation></message>
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
<message><source>State of the run; stopped runs can be resumed</source><translation>Zustand des Laufs; gestoppte Läufe können fortgesetzt werden</translation></message>
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
<message><source>Store</source><translation>Speicher</translation></message>
<message><source>The store beside your own that the run is in; it is only read. Empty: your own store</source><translation>Der Laufspeicher neben Ihrem eigenen, in dem der Lauf liegt; er wird nur gelesen. Leer: Ihr eigener</translation></message>
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
<message><source>1 run was moved since and stays there.</source><translation>1 Lauf wurde seitdem verschoben und bleibt dort.</translation></message>
<message><source>%1 runs were moved since and stay there.</source><translation>%1 Läufe wurden seitdem verschoben und bleiben dort.</translation></message>
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
<message><source>1 run was named since and keeps that name.</source><translation>1 Lauf wurde seitdem benannt und behält diesen Namen.</translation></message>
<message><source>%1 runs were named since and keep those names.</source><translation>%1 Läufe wurden seitdem benannt und behalten diese Namen.</translation></message>
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
<message><source>&amp;Stop</source><translation>S&amp;toppen</translation></message>
<message><source>Stop after the step under way; no further run is played</source><translation>Nach dem laufenden Schritt stoppen; kein weiterer Lauf wird abgespielt</translation></message>
<message><source>Stop and close this dialog</source><translation>Stoppen und diesen Dialog schließen</translation></message>
<message><source>Not played.</source><translation>Nicht abgespielt.</translation></message>
<message><source>Waits.</source><translation>Wartet.</translation></message>
<message><source>Reading its data…</source><translation>Seine Daten werden gelesen…</translation></message>
<message><source>The same up to round %1…</source><translation>Bis Runde %1 gleich…</translation></message>
<message><source>Each run is played again from its start and compared with what is stored.</source><translation>Jeder Lauf wird von Anfang an noch einmal abgespielt und mit dem Gespeicherten verglichen.</translation></message>
<message><source>The run is the same to the bit.</source><translation>Der Lauf ist bitgenau gleich.</translation></message>
<message><source>All %1 runs are the same to the bit.</source><translation>Alle %1 Läufe sind bitgenau gleich.</translation></message>
<message><source>The run was not found the same to the bit.</source><translation>Der Lauf hat sich nicht als bitgenau gleich erwiesen.</translation></message>
<message><source>%1 of %2 runs were found the same to the bit, but not: %3.</source><translation>%1 von %2 Läufen haben sich als bitgenau gleich erwiesen, nicht aber: %3.</translation></message>
<message><source>imported</source><translation>importiert</translation></message>
<message><source>built in</source><translation>eingebaut</translation></message>
<message><source>in %1</source><translation>in %1</translation></message>
<message><source>manual download</source><translation>von Hand herunterzuladen</translation></message>
<message><source>%1 to download</source><translation>%1 herunterzuladen</translation></message>
<message><source>to download</source><translation>herunterzuladen</translation></message>
<message><source>Licence: %1</source><translation>Lizenz: %1</translation></message>
<message><source>Data of the open experiment</source><translation>Daten des offenen Experiments</translation></message>
<message><source>%1, partition “%2”</source><translation>%1, Aufteilung „%2“</translation></message>
<message><source>Browse its samples client by client.</source><translation>Die Beispiele Client für Client durchsehen.</translation></message>
<message><source>⚠ cannot be read</source><translation>⚠ nicht lesbar</translation></message>
<message><source>No data folder is set, and there is no home folder. Set COTERIE_DATA or start Coterie with --data FOLDER.</source><translation>Es ist kein Datenordner festgelegt, und es gibt keinen persönlichen Ordner. Setzen Sie COTERIE_DATA oder starten Sie Coterie mit --data ORDNER.</translation></message>
<message><source>Data folders: %1</source><translation>Datenordner: %1</translation></message>
<message><source> and </source><translation> und </translation></message>
<message><source>Its files are not on this machine, and no data folder is set for a download. Start Coterie with --data FOLDER, or import a folder that contains them.</source><translation>Die Dateien sind nicht auf diesem Rechner, und zum Herunterladen ist kein Datenordner festgelegt. Starten Sie Coterie mit --data ORDNER oder importieren Sie einen Ordner, der sie enthält.</translation></message>
<message><source>Its files are not on this machine. Download them into %1, or import a folder that contains them.</source><translation>Die Dateien sind nicht auf diesem Rechner. Laden Sie sie in %1 herunter oder importieren Sie einen Ordner, der sie enthält.</translation></message>
<message><source>Its files are not on this machine and need a manual download from the source shown above. Then import the folder that contains them.</source><translation>Die Dateien sind nicht auf diesem Rechner und müssen von Hand von der oben gezeigten Quelle heruntergeladen werden. Importieren Sie danach den Ordner, der sie enthält.</translation></message>
<message><source>Data sets</source><translation>Datensätze</translation></message>
<message><source>Import</source><translation>Importieren</translation></message>
<message><source>Import your own data: a table (CSV), NumPy arrays, IDX or CIFAR binary files, a plain text, a folder of pictures or with a file for each client, LEAF's files, an archive of such a folder (.zip, .tar.gz …), or a published data set in another folder. You can also drop it on this page</source><translation>Eigene Daten importieren: eine Tabelle (CSV), NumPy-Arrays, Binärdateien im Format IDX oder CIFAR, einen Text, einen Ordner mit Bildern oder mit einer Datei für jeden Client, Dateien von LEAF, ein Archiv eines solchen Ordners (.zip, .tar.gz …) oder einen veröffentlichten Datensatz in einem anderen Ordner. Man kann sie auch auf diese Seite ziehen</translation></message>
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
<message><source>feature</source><translation>Merkmal</translation></message>
<message><source>category</source><translation>Kategorie</translation></message>
<message><source>train or test</source><translation>train oder test</translation></message>
<message><source>missing</source><translation>fehlt</translation></message>
<message><source>First rows and what columns are</source><translation>Erste Zeilen und wozu die Spalten dienen</translation></message>
<message><source>Choose above each column what it is for: a feature, a feature whose numbers are categories, the target to be predicted, the client whose row it is, or the word train or test</source><translation>Über jeder Spalte wählen, wozu sie dient: ein Merkmal, ein Merkmal, dessen Zahlen Kategorien sind, der vorherzusagende Zielwert, der Client, dem die Zeile gehört, oder das Wort train oder test</translation></message>
<message><source>The file has “%1” here</source><translation>In der Datei steht hier „%1“</translation></message>
<message><source>What column %1 is for</source><translation>Wozu die Spalte %1 dient</translation></message>
<message><source>Each file is a client's. These are the first rows of %1; a choice is for all files.</source><translation>Jede Datei gehört einem Client. Dies sind die ersten Zeilen von %1; eine Wahl gilt für alle Dateien.</translation></message>
<message><source>Missing values in the first %1 rows: %2. Choose below what is done about them.</source><translation>Fehlende Werte in den ersten %1 Zeilen: %2. Wählen Sie unten, was mit ihnen geschieht.</translation></message>
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
<message><source>Cl&amp;ient in the data</source><translation>Cl&amp;ient in den Daten</translation></message>
<message><source>Show only samples that are this client's in the data set</source><translation>Nur Beispiele zeigen, die im Datensatz diesem Client gehören</translation></message>
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
<message><source>, client %1</source><translation>, Client %1</translation></message>
<message><source>sample</source><translation>Beispiel</translation></message>
<message><source>target</source><translation>Zielwert</translation></message>
<message><source>domain</source><translation>Domäne</translation></message>
<message><source>feature %1</source><translation>Merkmal %1</translation></message>
<message><source>text before it</source><translation>Text davor</translation></message>
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
<message><source>Local training: own settings</source><translation>Lokales Training: eigene Werte</translation></message>
<message><source>Local training: common settings</source><translation>Lokales Training: gemeinsame Werte</translation></message>
<message><source>Model: own settings</source><translation>Modell: eigene Werte</translation></message>
<message><source>Model: common settings</source><translation>Modell: gemeinsame Werte</translation></message>
<message><source>Arms</source><translation>Varianten</translation></message>
<message><source>Choose an arm to edit</source><translation>Eine Variante zum Bearbeiten wählen</translation></message>
<message><source>Several values in one field, such as "20, 80", make a sweep: each value adds runs.</source><translation>Mehrere Werte in einem Feld, etwa „20, 80“, ergeben eine Reihe: Jeder Wert fügt Läufe hinzu.</translation></message>
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
<message><source>The paper's numbers and figures belong to other data. Runs are stored without them.</source><translation>Die Zahlen und Abbildungen des Artikels gehören zu anderen Daten. Läufe werden ohne sie gespeichert.</translation></message>
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
<message><source>Rounds and seeds</source><translation>Runden</translation></message>
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
<message><source>such as python3, who.py</source><translation>etwa python3, who.py</translation></message>
<message><source>such as %1</source><translation>etwa %1</translation></message>
<message><source>a list such as 0, 1</source><translation>eine Liste wie 0, 1</translation></message>
<message><source>%1, slider</source><translation>%1, Schieberegler</translation></message>
<message><source>yes or no</source><translation>ja oder nein</translation></message>
<message><source>In the paper</source><translation>Im Artikel</translation></message>
<message><source>Allowed</source><translation>Erlaubt</translation></message>
<message><source>Several values</source><translation>Mehrere Werte</translation></message>
<message><source>separate the lists by semicolons; each list adds runs</source><translation>Listen durch Semikolons trennen; jede Liste ergibt weitere Läufe</translation></message>
<message><source>separate them by commas; each value adds runs</source><translation>durch Komma und Leerzeichen oder durch Semikolon trennen; jeder Wert ergibt weitere Läufe</translation></message>
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
<message><source>%1, else %2</source><translation>%1, sonst %2</translation></message>
<message><source>%1 of each of its classes</source><translation>%1 von jeder seiner Klassen</translation></message>
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
<message><source>Initial weights</source><translation>Anfangsgewichte</translation></message>
<message><source>%1 initialisation</source><translation>Initialisierung %1</translation></message>
<message><source>weights of %1</source><translation>Gewichte aus %1</translation></message>
<message><source>%1 (%2 of %3 arms)</source><translation>%1 (%2 von %3 Varianten)</translation></message>
<message><source>Drawn: %1</source><translation>Gezogen: %1</translation></message>
<message><source>Draw the weights, without the common file</source><translation>Die Gewichte ziehen, ohne die gemeinsame Datei</translation></message>
<message><source>Fits no data set of the catalogue as it is.</source><translation>Passt zu keinem Datensatz des Katalogs, wie er ist.</translation></message>
<message><source>Fits the data sets %1.</source><translation>Passt zu den Datensätzen %1.</translation></message>
<message><source>Does not go with %1.</source><translation>Geht nicht mit %1.</translation></message>
<message><source>Goes with every algorithm and sampler.</source><translation>Geht mit jedem Algorithmus und jedem Auswahlverfahren.</translation></message>
<message><source>drawn weights</source><translation>gezogene Gewichte</translation></message>
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
<message><source>; own model settings</source><translation>; eigene Modelleinstellungen</translation></message>
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
<message><source>none: values of the metric</source><translation>keiner: Werte der Messgröße</translation></message>
<message><source>Partition of the data set</source><translation>Aufteilung des Datensatzes</translation></message>
<message><source>Set epochs or steps. Setting one clears the other.</source><translation>Legen Sie Epochen oder Schritte fest. Das eine löscht das andere.</translation></message>
<message><source>What a client minimises: its loss and an optional extra term</source><translation>Was ein Client minimiert: seinen Verlust und einen optionalen Zusatzterm</translation></message>
<message><source>the run's seed</source><translation>die Startzahl des Laufs</translation></message>
<message><source>One seed, or a list such as "1, 2, 3": every arm runs once per seed. All arms of a seed share the partition, the initial weights and the batches.</source><translation>Eine Startzahl oder eine Liste wie „1, 2, 3“: Jede Variante läuft einmal je Startzahl. Alle Varianten einer Startzahl haben dieselbe Aufteilung, dieselben Anfangsgewichte und dieselben Stapel.</translation></message>
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
<message><source>Estimates what a run and its data set take at once</source><translation>Schätzt, was ein Lauf und sein Datensatz gleichzeitig belegen</translation></message>
<message><source>Estimates what the %1 ranks of a run take at once on this machine, each with the data set and all models</source><translation>Schätzt, was die %1 Ränge eines Laufs auf diesem Rechner gleichzeitig belegen, jeder mit dem Datensatz und allen Modellen</translation></message>
<message><source>%1, available %2</source><translation>%1, verfügbar %2</translation></message>
<message><source>Runs that need more memory than is available are refused when they begin</source><translation>Läufe, die mehr Speicher brauchen als verfügbar ist, werden beim Beginn abgelehnt</translation></message>
<message><source>Estimates what all runs leave on the disk</source><translation>Schätzt, was alle Läufe auf der Platte hinterlassen</translation></message>
<message><source>Traffic per round</source><translation>Datenverkehr je Runde</translation></message>
<message><source>Counted over all links in a trial round</source><translation>In einer Proberunde über alle Verbindungen gezählt</translation></message>
<message><source>Time per round</source><translation>Zeit je Runde</translation></message>
<message><source>Measured in a trial of a few steps on this machine</source><translation>In einer Probe von wenigen Schritten auf diesem Rechner gemessen</translation></message>
<message><source>Measured in a trial of a few steps on this machine with the threads of all %1 ranks, without the time in which they send each other models</source><translation>In einer Probe von wenigen Schritten auf diesem Rechner mit den Threads aller %1 Ränge gemessen, ohne die Zeit, in der sie einander Modelle senden</translation></message>
<message><source>Time of all runs</source><translation>Zeit aller Läufe</translation></message>
<message><source>about %1</source><translation>etwa %1</translation></message>
<message><source>Not tried, because it starts a program.</source><translation>Nicht ausprobiert, weil es ein Programm startet.</translation></message>
<message><source>Not tried, because its module can run code. The first run loads it once you allow it.</source><translation>Nicht ausprobiert, weil sein Modul Code ausführen kann. Der erste Lauf lädt es, sobald Sie es erlauben.</translation></message>
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
<message><source>%1: %2 samples</source><translation>%1: %2 Beispiele</translation></message>
<message><source> of 1 class</source><translation> aus 1 Klasse</translation></message>
<message><source> of %1 classes</source><translation> aus %1 Klassen</translation></message>
<message><source> of 1 domain</source><translation> aus 1 Domäne</translation></message>
<message><source> of %1 domains</source><translation> aus %1 Domänen</translation></message>
<message><source>entropy %1 nats</source><translation>Entropie %1 nat</translation></message>
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
<message><source>Client %1 (%2)</source><translation>Client %1 (%2)</translation></message>
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
<message><source>New edge</source><translation>Neuer Randserver</translation></message>
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
<message><source> Split it instead, or switch on “Take from others”.</source><translation> Teilen Sie ihn stattdessen, oder schalten Sie „Umverteilen“ ein.</translation></message>
<message><source>Split %1</source><translation>%1 teilen</translation></message>
<message><source>Client %1 has only one sample and cannot be split.</source><translation>Client %1 hat nur ein Beispiel und kann nicht geteilt werden.</translation></message>
<message><source>Merge %1</source><translation>%1 zusammenschließen</translation></message>
<message><source>Select at least two clients to merge.</source><translation>Wählen Sie mindestens zwei Clients zum Zusammenschließen aus.</translation></message>
<message><source>Delete %1</source><translation>%1 löschen</translation></message>
<message><source>Revert %1</source><translation>%1 zurücksetzen</translation></message>
<message><source>The whole partition is by hand, so there is nothing to revert to. Choose another scheme instead.</source><translation>Die ganze Aufteilung ist von Hand, daher gibt es nichts, worauf zurückgesetzt werden könnte. Wählen Sie stattdessen ein anderes Schema.</translation></message>
<message><source>The selected clients have no changes to revert.</source><translation>Die ausgewählten Clients haben keine Änderungen, die sich zurücksetzen ließen.</translation></message>
<message><source>Training samples of a client</source><translation>Trainingsbeispiele eines Clients</translation></message>
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
<message><source>Measures how evenly a client's samples are spread over classes or domains, averaged over clients. 0 means one class or domain per client; the number after “of” is the maximum. The column beside the bars shows each client. The entropy is −Σ p ln p over the shares p of a client's samples; a nat is the unit of the natural logarithm</source><translation>Misst, wie gleichmäßig die Beispiele eines Clients auf Klassen oder Domänen verteilt sind, gemittelt über die Clients. 0 bedeutet eine Klasse oder Domäne je Client; die Zahl nach „von“ ist das Maximum. Die Spalte neben den Balken zeigt jeden Client. Die Entropie ist −Σ p ln p über die Anteile p der Beispiele eines Clients; nat ist die Einheit des natürlichen Logarithmus</translation></message>
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
<message><source>&amp;File</source><translation>&amp;Datei</translation></message>
<message><source>&amp;Edit</source><translation>&amp;Bearbeiten</translation></message>
<message><source>&amp;Design</source><translation>&amp;Entwerfen</translation></message>
<message><source>&amp;Clients</source><translation>&amp;Clients</translation></message>
<message><source>&amp;Run</source><translation>&amp;Lauf</translation></message>
<message><source>&amp;View</source><translation>&amp;Ansicht</translation></message>
<message><source>&amp;Watch</source><translation>Be&amp;obachten</translation></message>
<message><source>C&amp;ompare</source><translation>&amp;Vergleichen</translation></message>
<message><source>&amp;Help</source><translation>&amp;Hilfe</translation></message>
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
<message><source>A method of yours was not loaded. %1.</source><translation>Eine Methode von Ihnen wurde nicht geladen. %1.</translation></message>
<message><source>The method %1 was loaded from %2.</source><translation>Die Methode %1 wurde aus %2 geladen.</translation></message>
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
<message><source>&amp;Ranks</source><translation>&amp;Ränge</translation></message>
<message><source>&amp;Font size</source><translation>Schrift&amp;größe</translation></message>
<message><source>&amp;Language</source><translation>S&amp;prache</translation></message>
<message><source>&amp;Colours</source><translation>&amp;Farben</translation></message>
<message><source>Run store, data folder, threads, ranks and language hold from the next start on, so runs that are going end where they began. Nothing is moved or deleted: the runs of the present run store stay in it, and you can choose it again. Threads never change the result of a run; ranks can change its last digits, on graphics cards only. The command line program does not read these preferences; it takes --db, --data, --threads and --ranks.</source><translation>Laufspeicher, Datenordner, Threads, Ränge und Sprache gelten ab dem nächsten Start, damit begonnene Läufe dort enden, wo sie begonnen haben. Nichts wird verschoben oder gelöscht: Die Läufe des jetzigen Laufspeichers bleiben in ihm, und Sie können ihn wieder wählen. Threads ändern nie das Ergebnis eines Laufs; Ränge können seine letzten Stellen ändern, aber nur auf Grafikkarten. Das Kommandozeilenprogramm liest diese Einstellungen nicht; es nimmt --db, --data, --threads und --ranks.</translation></message>
<message><source>Keep these preferences</source><translation>Diese Einstellungen übernehmen</translation></message>
<message><source>Close without a change</source><translation>Schließen, ohne etwas zu ändern</translation></message>
<message><source>Threads</source><translation>Threads</translation></message>
<message><source>One per core (1)</source><translation>Einer je Kern (1)</translation></message>
<message><source>One per core (%1)</source><translation>Einer je Kern (%1)</translation></message>
<message><source>How many clients train at the same time</source><translation>Wie viele Clients gleichzeitig trainieren</translation></message>
<message><source>Ranks</source><translation>Ränge</translation></message>
<message><source>Automatic</source><translation>Automatisch</translation></message>
<message><source>How many processes of this machine compute a run together; each trains with the threads above, or together with one per core. Automatic is one process, or on several graphics cards one for each, which share the threads</source><translation>Wie viele Prozesse dieses Rechners einen Lauf gemeinsam rechnen; jeder trainiert mit den Threads von oben, oder alle zusammen mit einem je Kern. Automatisch heißt ein Prozess, oder bei mehreren Grafikkarten einer für jede; sie teilen sich die Threads</translation></message>
<message><source>Not available, because the program was built without Gloo, which connects ranks</source><translation>Nicht verfügbar, weil das Programm ohne Gloo gebaut wurde, das Ränge verbindet</translation></message>
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
<message><source>windows of %1 characters</source><translation>Fenster von %1 Zeichen</translation></message>
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
<message><source>Gain: the benefit of more data minus the cost of unlike data.</source><translation>Gewinn: mehr Daten nützen, unähnliche kosten.</translation></message>
<message><source>Clients with a hollow dot take no part in this round.</source><translation>Clients mit hohlem Punkt nehmen an dieser Runde nicht teil.</translation></message>
<message><source>Point at a merge to see why it was done.</source><translation>Zeigen Sie auf einen Zusammenschluss, um zu sehen, warum er erfolgte.</translation></message>
<message><source>Dendrogram: which clients merged, in which order and why</source><translation>Dendrogramm: welche Clients sich zusammenschlossen, in welcher Reihenfolge und warum</translation></message>
<message><source>Press Up and Down to go from client to client, Right to go to the merge that joined it with others, Left to go back. Press Enter to select the clients, Space to add or remove them. Click a group's name to select its clients. In a tree of distances, Shift+Left and Shift+Right move the cut and Shift+Home resets it.</source><translation>Mit den Tasten Auf und Ab geht es von Client zu Client, mit Rechts zu dem Zusammenschluss, der ihn mit anderen verband, mit Links zurück. Die Eingabetaste wählt die Clients aus, die Leertaste fügt sie hinzu oder entfernt sie. Ein Klick auf den Namen einer Gruppe wählt ihre Clients aus. In einem Baum von Abständen verschieben Umschalt+Links und Umschalt+Rechts den Schnitt, und Umschalt+Pos1 setzt ihn zurück.</translation></message>
<message><source>No round of this run has merged clients. The matrix shows who learns from whom. (Methods such as HCCT, and the sampling of HiCS-FL, show their merges here.)</source><translation>Keine Runde dieses Laufs hat Clients zusammengeschlossen. Die Matrix zeigt, wer von wem lernt. (Methoden wie HCCT und die Teilnehmerauswahl von HiCS-FL zeigen hier ihre Zusammenschlüsse.)</translation></message>
<message><source>This run has no finished round: %1</source><translation>Dieser Lauf hat keine fertige Runde: %1</translation></message>
<message><source>This run has no finished round. %1</source><translation>Dieser Lauf hat keine fertige Runde. %1</translation></message>
<message><source>This run has no round yet. Its first finished round is shown here.</source><translation>Dieser Lauf hat noch keine Runde. Seine erste fertige Runde wird hier gezeigt.</translation></message>
<message><source>These runs have no round yet. The first finished round is shown here.</source><translation>Diese Läufe haben noch keine Runde. Die erste fertige Runde wird hier gezeigt.</translation></message>
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
<message><source>C&amp;olours</source><translation>Fa&amp;rben</translation></message>
<message><source>Choose where the names of the colours go</source><translation>Wählen, wo die Namen der Farben stehen</translation></message>
<message><source>Lower limit of the colours</source><translation>Untere Grenze der Farben</translation></message>
<message><source>Upper limit of the colours</source><translation>Obere Grenze der Farben</translation></message>
<message><source>Set the value of the first colour; empty: automatic</source><translation>Den Wert der ersten Farbe festlegen; leer: automatisch</translation></message>
<message><source>Set the value of the last colour; empty: automatic</source><translation>Den Wert der letzten Farbe festlegen; leer: automatisch</translation></message>
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
<message><source>Set the dots per inch of PNG files and of copies</source><translation>Die Punkte je Zoll von PNG-Dateien und Kopien festlegen</translation></message>
<message><source>Form&amp;at</source><translation>Form&amp;at</translation></message>
<message><source>dpi</source><translation>dpi</translation></message>
<message><source>Size of the figure</source><translation>Größe der Abbildung</translation></message>
<message><source>&amp;Save…</source><translation>&amp;Speichern…</translation></message>
<message><source>Restore defaults</source><translation>Vorgaben wiederherstellen</translation></message>
<message><source>Cop&amp;y</source><translation>&amp;Kopieren</translation></message>
<message><source>Choose a file and write the figure</source><translation>Eine Datei wählen und die Abbildung schreiben</translation></message>
<message><source>Copy the figure as an image</source><translation>Die Abbildung als Bild kopieren</translation></message>
<message><source>Set every field to its default</source><translation>Jedes Feld auf seine Vorgabe setzen</translation></message>
<message><source>Close without a file</source><translation>Ohne Datei schließen</translation></message>
<message><source>%1 × %2 mm</source><translation>%1 × %2 mm</translation></message>
<message><source>Copied: %1 × %2 pixels.</source><translation>Kopiert: %1 × %2 Pixel.</translation></message>
<message><source>The axes have next to no room. Choose a larger size, a smaller font or another place for the legend.</source><translation>Die Achsen haben fast keinen Platz. Wählen Sie eine größere Abbildung, eine kleinere Schrift oder einen anderen Ort für die Legende.</translation></message>
<message><source>1 name of the legend has no room.</source><translation>1 Name der Legende hat keinen Platz.</translation></message>
<message><source>The name of an axis is cut. Choose a larger size, a smaller font, a shorter name or another place for the legend.</source><translation>Der Name einer Achse ist abgeschnitten. Wählen Sie eine größere Abbildung, eine kleinere Schrift, einen kürzeren Namen oder einen anderen Ort für die Legende.</translation></message>
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
<message><source>No round lies within these limits.</source><translation>Keine Runde liegt innerhalb dieser Grenzen.</translation></message>
<message><source>No round of this run has formed groups. The matrix shows who learns from whom.</source><translation>Keine Runde dieses Laufs hat Gruppen gebildet. Die Matrix zeigt, wer von wem lernt.</translation></message>
<message><source>Neither run has formed groups in round %1.</source><translation>In Runde %1 hat keiner der beiden Läufe Gruppen gebildet.</translation></message>
<message><source>Run %1 has formed no groups in round %2.</source><translation>Lauf %1 hat in Runde %2 keine Gruppen gebildet.</translation></message>
<message><source>The runs have different clients: %1 in run %2, %3 in run %4.</source><translation>Die Läufe haben verschiedene Clients: %1 in Lauf %2, %3 in Lauf %4.</translation></message>
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
<message><source>Show fewer names</source><translation>Weniger Namen zeigen</translation></message>
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
<message><source>Entropy (nats)</source><translation>Entropie (nat)</translation></message>
<message><source>Entropy of the client's labels, −Σ p ln p; 0 means a single class</source><translation>Entropie der Klassen des Clients, −Σ p ln p; 0 bedeutet eine einzige Klasse</translation></message>
<message><source>Estimated (nats)</source><translation>Geschätzt (nat)</translation></message>
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
<message><source>Columns without room: %1</source><translation>Spalten ohne Platz: %1</translation></message>
<message><source>%1. Widen the dock, or choose the columns in its menu.</source><translation>%1. Verbreitern Sie das Feld oder wählen Sie die Spalten in seinem Menü.</translation></message>
<message><source>As many as &amp;fit</source><translation>So viele wie &amp;passen</translation></message>
<message><source>Time (s)</source><translation>Zeit (s)</translation></message>
<message><source>Local steps of all clients</source><translation>Lokale Schritte aller Clients</translation></message>
<message><source>Sent over all links (MB)</source><translation>Über alle Verbindungen gesendet (MB)</translation></message>
<message><source>%1, mean of %2 seeds</source><translation>%1, Mittelwert von %2 Startzahlen</translation></message>
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
<message><source>Exponential, 0.8 of the value before</source><translation>Exponentiell, 0,8 des vorigen Werts</translation></message>
<message><source>S&amp;ingle seeds</source><translation>Einzelne Sta&amp;rtzahlen</translation></message>
<message><source>&amp;Mean ± 1 sd over clients</source><translation>&amp;Mittelwert ± 1 SD über Clients</translation></message>
<message><source>Each &amp;group of the selected run</source><translation>&amp;Jede Gruppe des gewählten Laufs</translation></message>
<message><source>&amp;Worst and best client of the selected run</source><translation>Schlechtester &amp;und bester Client des gewählten Laufs</translation></message>
<message><source>Gl&amp;obal model beside the personal ones</source><translation>Gl&amp;obales Modell neben den persönlichen</translation></message>
<message><source>&amp;Legend</source><translation>&amp;Legende</translation></message>
<message><source>“%1” is not reported here. Choose another metric above.</source><translation>„%1“ wird hier nicht gemeldet. Wählen Sie oben eine andere Messgröße.</translation></message>
<message><source>, coloured by their cluster in the round on screen</source><translation>, gefärbt nach ihrem Cluster in der gezeigten Runde</translation></message>
<message><source>, coloured by their group in the round on screen</source><translation>, gefärbt nach ihrer Gruppe in der gezeigten Runde</translation></message>
<message><source>bands: the clients of %1 (all, 10–90 %, 25–75 %) and their median; point for a single one</source><translation>Bänder: die Clients von %1 (alle, 10–90 %, 25–75 %) und ihr Median; Punkt bei nur einem</translation></message>
<message><source>bands: its clients (all, 10–90 %, 25–75 %)</source><translation>Bänder: seine Clients (alle, 10–90 %, 25–75 %)</translation></message>
<message><source>thin lines: the clients of %1%2</source><translation>dünne Linien: die Clients von %1%2</translation></message>
<message><source>thin lines: its clients%1</source><translation>dünne Linien: seine Clients%1</translation></message>
<message><source>lines: means over seeds; bands: ± 1 sd over all their clients</source><translation>Linien: Mittelwerte über Startzahlen; Bänder: ± 1 SD über alle ihre Clients</translation></message>
<message><source>lines and bands: mean ± 1 sd over seeds (ddof 0); point for a single one</source><translation>Linien und Bänder: Mittelwert ± 1 SD über Startzahlen (ddof 0); für eine einzelne darauf zeigen</translation></message>
<message><source>lines and bands: mean ± 1 sd over %1 seeds (ddof 0); point for a single one</source><translation>Linien und Bänder: Mittelwert ± 1 SD über %1 Startzahlen (ddof 0); für eine einzelne darauf zeigen</translation></message>
<message><source>means over seeds</source><translation>Mittelwerte über Startzahlen</translation></message>
<message><source>bands: ± 1 sd over seeds</source><translation>Bänder: ± 1 SD über Startzahlen</translation></message>
<message><source>bands: ± 1 sd over %1 seeds</source><translation>Bänder: ± 1 SD über %1 Startzahlen</translation></message>
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
<message><source>In order</source><translation>Reihenfolge</translation></message>
<message><source>By gain</source><translation>Nach Gewinn</translation></message>
<message><source>Draw the merges by their order, or by their gains, which may rise and fall from merge to merge</source><translation>Die Zusammenschlüsse nach ihrer Reihenfolge zeichnen oder nach ihren Gewinnen, die von einem zum nächsten steigen und fallen können</translation></message>
<message><source>Merges</source><translation>Ablauf</translation></message>
<message><source>Play the merges</source><translation>Zusammenschlüsse abspielen</translation></message>
<message><source>Play this round's merges one after another</source><translation>Die Zusammenschlüsse dieser Runde nacheinander abspielen</translation></message>
<message><source>Drag to see this round's merges one after another</source><translation>Ziehen, um die Zusammenschlüsse dieser Runde nacheinander zu sehen</translation></message>
<message><source>Sampling clusters</source><translation>Auswahlcluster</translation></message>
<message><source>Choose groups, whose clients share a model, or sampling clusters, from which participants are drawn</source><translation>Gruppen wählen, deren Clients ein Modell teilen, oder Auswahlcluster, aus denen Teilnehmer gezogen werden</translation></message>
<message><source>What if…</source><translation>Was, wenn…</translation></message>
<message><source>Recompute this round's groups with another α or number of groups, without training</source><translation>Die Gruppen dieser Runde mit einem anderen α oder einer anderen Anzahl von Gruppen neu berechnen, ohne Training</translation></message>
<message><source>As recorded: %1</source><translation>Wie aufgezeichnet: %1</translation></message>
<message><source>This round formed no new groups, or kept no Gram matrix. Choose another round.</source><translation>Diese Runde bildete keine neuen Gruppen oder behielt keine Gram-Matrix. Wählen Sie eine andere Runde.</translation></message>
<message><source>No round has formed groups.</source><translation>Keine Runde hat Gruppen gebildet.</translation></message>
<message><source>No groups formed in this round. Try round %1.</source><translation>In dieser Runde bildeten sich keine Gruppen. Versuchen Sie Runde %1.</translation></message>
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
<message><source>&amp;Errors</source><translation>Fe&amp;hler</translation></message>
<message><source>Show or close the upper curves</source><translation>Die oberen Kurven anzeigen oder schließen</translation></message>
<message><source>Lo&amp;sses</source><translation>Verl&amp;uste</translation></message>
<message><source>Show or close the lower curves</source><translation>Die unteren Kurven anzeigen oder schließen</translation></message>
<message><source>&amp;Runs</source><translation>Läu&amp;fe</translation></message>
<message><source>Show or close the list of runs on screen</source><translation>Die Liste der angezeigten Läufe anzeigen oder schließen</translation></message>
<message><source>&amp;Queue</source><translation>&amp;Warteschlange</translation></message>
<message><source>Show or close the runs that wait and those that can be resumed</source><translation>Die wartenden Läufe und die, die fortgesetzt werden können, anzeigen oder schließen</translation></message>
<message><source>De&amp;ndrogram</source><translation>Dend&amp;rogramm</translation></message>
<message><source>Show or close the merges of the round: who joined whom, and why</source><translation>Die Zusammenschlüsse der Runde anzeigen oder schließen: wer sich wem anschloss, und warum</translation></message>
<message><source>&amp;Matrix</source><translation>&amp;Matrix</translation></message>
<message><source>Show or close the matrices: collaboration weights, similarity, participation</source><translation>Die Matrizen anzeigen oder schließen: Kooperationsgewichte, Ähnlichkeit, Teilnahme</translation></message>
<message><source>&amp;Group river</source><translation>&amp;Gruppenfluss</translation></message>
<message><source>Show or close the groups of all rounds, side by side</source><translation>Die Gruppen aller Runden nebeneinander anzeigen oder schließen</translation></message>
<message><source>&amp;Topology</source><translation>&amp;Topologie</translation></message>
<message><source>Show or close the tree of server, edge servers and clients</source><translation>Den Baum aus Server, Randservern und Clients anzeigen oder schließen</translation></message>
<message><source>Cl&amp;ients</source><translation>Cl&amp;ients</translation></message>
<message><source>Show or close the table of clients</source><translation>Die Tabelle der Clients anzeigen oder schließen</translation></message>
<message><source>E&amp;xplanation</source><translation>Er&amp;klärung</translation></message>
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
<message><source>No round has been trained yet</source><translation>Es wurde noch keine Runde trainiert</translation></message>
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
<message><source>This round does not have this matrix. Choose another matrix or round. Large federations keep matrices of some rounds only.</source><translation>Diese Runde hat diese Matrix nicht. Wählen Sie eine andere Matrix oder Runde. Große Föderationen behalten Matrizen nur von einigen Runden.</translation></message>
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
<message><source>A number of each client that the run recorded. The line is the mean over the clients that have it.</source><translation>Eine Zahl jedes Clients, die der Lauf aufgezeichnet hat. Die Linie ist der Mittelwert über die Clients, die sie haben.</translation></message>
<message><source>%1
Run %2, %3. %4</source><translation>%1
Lauf %2, %3. %4</translation></message>
<message><source>The experiment, the method and the seed</source><translation>Das Experiment, die Methode und die Startzahl</translation></message>
<message><source>How many rounds are stored, of those planned</source><translation>Wie viele der geplanten Runden gespeichert sind</translation></message>
<message><source>Whether it waits for its turn or can be resumed</source><translation>Ob er wartet, bis er an der Reihe ist, oder fortgesetzt werden kann</translation></message>
<message><source>Runs that wait or can be resumed</source><translation>Läufe, die warten oder fortgesetzt werden können</translation></message>
<message><source>The runs that wait, in the order in which they will begin, and below them those that were stopped</source><translation>Die wartenden Läufe in der Reihenfolge, in der sie beginnen werden, und darunter die gestoppten</translation></message>
<message><source>Earlier</source><translation>Früher</translation></message>
<message><source>Move the selected runs one place up</source><translation>Die ausgewählten Läufe um einen Platz nach oben verschieben</translation></message>
<message><source>Later</source><translation>Später</translation></message>
<message><source>Move the selected runs one place down</source><translation>Die ausgewählten Läufe um einen Platz nach unten verschieben</translation></message>
<message><source>Take out</source><translation>Entnehmen</translation></message>
<message><source>Take the selected waiting runs out of the queue; they stay in the store and can be resumed</source><translation>Die ausgewählten wartenden Läufe aus der Warteschlange nehmen; sie bleiben im Laufspeicher und können fortgesetzt werden</translation></message>
<message><source>Resume</source><translation>Fortsetzen</translation></message>
<message><source>Put the selected stopped runs into the queue again</source><translation>Die ausgewählten gestoppten Läufe wieder in die Warteschlange stellen</translation></message>
<message><source>Resume all</source><translation>Alle fortsetzen</translation></message>
<message><source>Put all stopped runs into the queue again, in this order</source><translation>Alle gestoppten Läufe in dieser Reihenfolge wieder in die Warteschlange stellen</translation></message>
<message><source>It begins when those before it have ended.</source><translation>Er beginnt, wenn die vor ihm zu Ende sind.</translation></message>
<message><source>It leaves the queue after the round under way.</source><translation>Er verlässt die Warteschlange nach der laufenden Runde.</translation></message>
<message><source>next</source><translation>als Nächster</translation></message>
<message><source>waits</source><translation>wartet</translation></message>
<message><source>will be taken out</source><translation>wird entnommen</translation></message>
<message><source>will wait</source><translation>wird warten</translation></message>
<message><source>It enters the queue after the round under way.</source><translation>Er kommt nach der laufenden Runde in die Warteschlange.</translation></message>
<message><source>No run waits, and none was stopped. Runs that you start while others run wait here for their turn.</source><translation>Kein Lauf wartet, und keiner wurde gestoppt. Läufe, die Sie starten, während andere laufen, warten hier, bis sie an der Reihe sind.</translation></message>
<message><source>%1, %2.</source><translation>%1, %2.</translation></message>
<message><source>No run waits</source><translation>Kein Lauf wartet</translation></message>
<message><source>1 run waits</source><translation>1 Lauf wartet</translation></message>
<message><source>%1 runs wait</source><translation>%1 Läufe warten</translation></message>
<message><source>none can be resumed</source><translation>keiner kann fortgesetzt werden</translation></message>
<message><source>1 can be resumed</source><translation>1 kann fortgesetzt werden</translation></message>
<message><source>%1 can be resumed</source><translation>%1 können fortgesetzt werden</translation></message>
<message><source>incomplete</source><translation>unvollständig</translation></message>
<message><source>incomplete (%1)</source><translation>unvollständig (%1)</translation></message>
<message><source>%1 on %2</source><translation>%1 auf %2</translation></message>
<message><source>%1 of %2, %3 failed</source><translation>%1 von %2, %3 fehlgeschlagen</translation></message>
<message><source>Tasks on Slurm</source><translation>Aufgaben auf Slurm</translation></message>
<message><source>The tasks that were handed to Slurm. A task that waits or runs keeps its results to itself until it has ended.</source><translation>Die Aufgaben, die Slurm übergeben wurden. Eine Aufgabe, die wartet oder läuft, gibt ihre Ergebnisse erst heraus, wenn sie beendet ist.</translation></message>
<message><source>Ask now</source><translation>Jetzt fragen</translation></message>
<message><source>Ask Slurm what waits and runs. While tasks do, it is also asked once a minute.</source><translation>Slurm fragen, was wartet und läuft. Solange das Aufgaben tun, wird auch einmal in der Minute gefragt.</translation></message>
<message><source>Cancel tasks</source><translation>Aufgaben abbrechen</translation></message>
<message><source>Cancel the tasks of the selected experiment that wait or run; what is computed stays, and running it on Slurm again computes the rest</source><translation>Die wartenden und laufenden Aufgaben des ausgewählten Experiments abbrechen; Berechnetes bleibt, und den Rest berechnet es, wenn es noch einmal auf Slurm ausgeführt wird</translation></message>
<message><source>Merge what is finished</source><translation>Fertiges zusammenführen</translation></message>
<message><source>Bring the finished runs of the selected experiment into the run store; tasks that wait or run are left for later</source><translation>Die fertigen Läufe des ausgewählten Experiments in den Laufspeicher holen; Aufgaben, die warten oder laufen, bleiben für später</translation></message>
<message><source>Remove</source><translation>Entfernen</translation></message>
<message><source>Take the selected experiment off this list; its tasks, their folder and the runs stay</source><translation>Das ausgewählte Experiment aus dieser Liste nehmen; seine Aufgaben, ihr Ordner und die Läufe bleiben</translation></message>
<message><source>Task</source><translation>Aufgabe</translation></message>
<message><source>Job</source><translation>Auftrag</translation></message>
<message><source>not asked yet</source><translation>noch nicht gefragt</translation></message>
<message><source>%1, task %2</source><translation>%1, Aufgabe %2</translation></message>
<message><source>On Slurm: %1 waiting, %2 running, %3 ended.</source><translation>Auf Slurm: %1 warten, %2 laufen, %3 beendet.</translation></message>
<message><source>%1 Asked at %2.</source><translation>%1 Gefragt um %2.</translation></message>
<message><source>No task has ended yet, so there is nothing to merge.</source><translation>Noch keine Aufgabe ist beendet, also gibt es nichts zusammenzuführen.</translation></message>
<message><source>%1 into %2; %3 already.</source><translation>%1 in %2; %3 schon.</translation></message>
<message><source>Merged 1 run</source><translation>1 Lauf zusammengeführt</translation></message>
<message><source>Merged %1 runs</source><translation>%1 Läufe zusammengeführt</translation></message>
<message><source>1 run was there</source><translation>1 Lauf war dort</translation></message>
<message><source>%1 runs were there</source><translation>%1 Läufe waren dort</translation></message>
<message><source>1 run that can be resumed stays in its task's store.</source><translation>1 Lauf, der fortgesetzt werden kann, bleibt im Speicher seiner Aufgabe.</translation></message>
<message><source>%1 runs that can be resumed stay in their tasks' stores.</source><translation>%1 Läufe, die fortgesetzt werden können, bleiben in den Speichern ihrer Aufgaben.</translation></message>
<message><source>1 task waits or runs.</source><translation>1 Aufgabe wartet oder läuft.</translation></message>
<message><source>%1 tasks wait or run.</source><translation>%1 Aufgaben warten oder laufen.</translation></message>
<message><source>The run store has all of these runs, finished.</source><translation>Der Laufspeicher hat all diese Läufe schon fertig.</translation></message>
<message><source>Nothing was submitted, because no task is missing.</source><translation>Nichts wurde übergeben, weil keine Aufgabe fehlt.</translation></message>
<message><source>Submitted job %1: %2 with %3.</source><translation>Auftrag %1 übergeben: %2 mit %3.</translation></message>
<message><source>1 task</source><translation>1 Aufgabe</translation></message>
<message><source>%1 tasks</source><translation>%1 Aufgaben</translation></message>
<message><source>Options for sbatch: %1.</source><translation>Optionen für sbatch: %1.</translation></message>
<message><source>Tasks: %1.</source><translation>Aufgaben: %1.</translation></message>
<message><source>Cancelled 1 task.</source><translation>1 Aufgabe abgebrochen.</translation></message>
<message><source>Cancelled %1 tasks.</source><translation>%1 Aufgaben abgebrochen.</translation></message>
<message><source>1 task waits or runs already.</source><translation>1 Aufgabe wartet oder läuft schon.</translation></message>
<message><source>%1 tasks wait or run already.</source><translation>%1 Aufgaben warten oder laufen schon.</translation></message>
<message><source>No task of this folder is missing.</source><translation>In diesem Ordner fehlt keine Aufgabe.</translation></message>
<message><source>%1 in %2 would be submitted.</source><translation>%1 in %2 würden übergeben.</translation></message>
<message><source>Run on Slurm</source><translation>Auf Slurm ausführen</translation></message>
<message><source>Slurm computes the runs of “%1” on the cluster, as one array job. The program, the data and the folder of the tasks must be in the same places there. You may close the window meanwhile.</source><translation>Slurm berechnet die Läufe von „%1“ auf dem Cluster, als einen Feldauftrag (array job). Das Programm, die Daten und der Ordner der Aufgaben müssen dort an denselben Orten sein. Das Fenster darf inzwischen geschlossen werden.</translation></message>
<message><source>What would be sent</source><translation>Was gesendet würde</translation></message>
<message><source>The command that would be started, without a shell</source><translation>Der Befehl, der gestartet würde, ohne Shell</translation></message>
<message><source>&amp;Submit</source><translation>Über&amp;geben</translation></message>
<message><source>Hand the missing runs to Slurm</source><translation>Die fehlenden Läufe Slurm übergeben</translation></message>
<message><source>Close this dialog; what is being submitted goes on</source><translation>Diesen Dialog schließen; was gerade übergeben wird, geht weiter</translation></message>
<message><source>Options for sbatch</source><translation>Optionen für sbatch</translation></message>
<message><source>Options as you would type them behind sbatch, such as the partition and the time limit</source><translation>Optionen, wie Sie sie hinter sbatch schreiben würden, etwa die Partition und die Zeitgrenze</translation></message>
<message><source>Folder of the tasks</source><translation>Ordner der Aufgaben</translation></message>
<message><source>A folder that all machines of the cluster see. If it has the tasks of this experiment already, only what is missing is submitted.</source><translation>Ein Ordner, den alle Rechner des Clusters sehen. Hat er die Aufgaben dieses Experiments schon, wird nur übergeben, was fehlt.</translation></message>
<message><source>&amp;Choose…</source><translation>Aus&amp;wählen…</translation></message>
<message><source>Choose the folder of the tasks</source><translation>Den Ordner der Aufgaben auswählen</translation></message>
<message><source>&amp;Options for sbatch</source><translation>&amp;Optionen für sbatch</translation></message>
<message><source>&amp;Folder of the tasks</source><translation>Or&amp;dner der Aufgaben</translation></message>
<message><source>&amp;Tasks</source><translation>&amp;Aufgaben</translation></message>
<message><source>One for each run</source><translation>Eine für jeden Lauf</translation></message>
<message><source>How many tasks share the runs; a task computes its runs one after another</source><translation>Wie viele Aufgaben sich die Läufe teilen; eine Aufgabe berechnet ihre Läufe nacheinander</translation></message>
<message><source>&amp;At once</source><translation>Gleich&amp;zeitig</translation></message>
<message><source>Any number</source><translation>Beliebig viele</translation></message>
<message><source>How many tasks may run at a time</source><translation>Wie viele Aufgaben gleichzeitig laufen dürfen</translation></message>
<message><source>How many processes compute a run together, on one machine of the cluster; automatic is one, or on several graphics cards one for each</source><translation>Wie viele Prozesse einen Lauf gemeinsam berechnen, auf einem Rechner des Clusters; automatisch heißt einer, oder bei mehreren Grafikkarten einer für jede</translation></message>
<message><source>The folder of the tasks must begin with /.</source><translation>Der Ordner der Aufgaben muss mit / beginnen.</translation></message>
<message><source>Looking at what is missing…</source><translation>Es wird nachgesehen, was fehlt…</translation></message>
<message><source>Waiting for Slurm…</source><translation>Warten auf Slurm…</translation></message>
<message><source>Slurm is not on this machine: its program sbatch was not found. Other schedulers can start “coterie-cli run” with --share.</source><translation>Slurm ist nicht auf diesem Rechner: Sein Programm sbatch wurde nicht gefunden. Andere Auftragsverwaltungen können „coterie-cli run“ mit --share starten.</translation></message>
<message><source>Nothing was submitted, because its program was not allowed.</source><translation>Nichts wurde übergeben, weil sein Programm nicht erlaubt wurde.</translation></message>
<message><source>Slurm is at work for this window. Submit again when it has ended.</source><translation>Slurm arbeitet gerade für dieses Fenster. Übergeben Sie erneut, wenn das beendet ist.</translation></message>
<message><source>Let a cluster with Slurm compute the open experiment</source><translation>Das offene Experiment von einem Cluster mit Slurm berechnen lassen</translation></message>
<message><source>Run on S&amp;lurm…</source><translation>A&amp;uf Slurm ausführen…</translation></message>
<message><source>Run on…</source><translation>Ausführen auf…</translation></message>
<message><source>Choose where the experiment runs: on this machine or on a cluster</source><translation>Auswählen, wo das Experiment läuft: auf diesem Rechner oder auf einem Cluster</translation></message>
<message><source>&amp;This machine</source><translation>&amp;Dieser Rechner</translation></message>
<message><source>&amp;Slurm…</source><translation>&amp;Slurm…</translation></message>
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
<message><source>Run again</source><translation>Erneut ausführen</translation></message>
<message><source>Choose how many rounds per second are played</source><translation>Wählen, wie viele Runden pro Sekunde abgespielt werden</translation></message>
<message><source>1 round/s</source><translation>1 Runde/s</translation></message>
<message><source>1 run has not finished: its last round counts</source><translation>1 Lauf ist nicht beendet: seine letzte Runde zählt</translation></message>
<message><source>%1 runs have not finished: their last rounds count</source><translation>%1 Läufe sind nicht beendet: ihre letzten Runden zählen</translation></message>
<message><source>%1 rounds/s</source><translation>%1 Runden/s</translation></message>
<message><source>Drag to look at an earlier round; a live run continues. A diamond marks a changed setting, a triangle a warning, a line where the run was forked; point at it to read it</source><translation>Ziehen, um eine frühere Runde anzusehen; der aktuelle Lauf läuft weiter. Eine Raute zeigt eine geänderte Einstellung, ein Dreieck eine Warnung, eine Linie, wo der Lauf verzweigt wurde; darauf zeigen, um es zu lesen</translation></message>
<message><source>no rounds yet</source><translation>noch keine Runden</translation></message>
<message><source>round %1 of %2, %3 planned</source><translation>Runde %1 von %2, %3 geplant</translation></message>
<message><source>round %1 of %2</source><translation>Runde %1 von %2</translation></message>
<message><source>The selected run has not reached round %1, at which others are</source><translation>Der ausgewählte Lauf hat Runde %1 nicht erreicht, bei der andere sind</translation></message>
<message><source>The round on screen, and those of the selected run</source><translation>Die gezeigte Runde und die des ausgewählten Laufs</translation></message>
<message><source>running now</source><translation>läuft gerade</translation></message>
<message><source>stopping at a safe point</source><translation>stoppt am nächsten sicheren Punkt</translation></message>
<message><source>The model %1 does not fit the data set %2.</source><translation>Das Modell %1 passt nicht zum Datensatz %2.</translation></message>
<message><source>The preprocessing step %1 does not fit the data set %2.</source><translation>Der Schritt %1 der Vorverarbeitung passt nicht zum Datensatz %2.</translation></message>
<message><source>Drop the step</source><translation>Schritt verwerfen</translation></message>
<message><source>Take this step out of the experiment</source><translation>Diesen Schritt aus dem Experiment nehmen</translation></message>
<message><source>Drop a step</source><translation>Einen Schritt verwerfen</translation></message>
<message><source>Use %1</source><translation>%1 verwenden</translation></message>
<message><source>Replace the model with one that fits %1</source><translation>Das Modell durch eines ersetzen, das zu %1 passt</translation></message>
<message><source>Change the model</source><translation>Das Modell ändern</translation></message>
<message><source>Read what the experiment's author looks for: %1</source><translation>Lesen, worauf der Autor des Experiments achtet: %1</translation></message>
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
<message><source>Put all stopped runs into the queue again</source><translation>Alle gestoppten Läufe wieder in die Warteschlange stellen</translation></message>
<message><source>%1

Compare (Ctrl+3) lists them: a double click there opens a run on this page, where the time line goes through its rounds.</source><translation>%1

„Vergleichen“ (Strg+3) listet sie auf: Ein Doppelklick dort öffnet einen Lauf auf dieser Seite, wo die Zeitleiste durch seine Runden geht.</translation></message>
<message><source>One run is stored.</source><translation>Ein Lauf ist gespeichert.</translation></message>
<message><source>%1 runs are stored.</source><translation>%1 Läufe sind gespeichert.</translation></message>
<message><source>Resume the stopped run</source><translation>Gestoppten Lauf fortsetzen</translation></message>
<message><source>Resume %1 stopped runs</source><translation>%1 gestoppte Läufe fortsetzen</translation></message>
<message><source>What-if α, as a slider</source><translation>Was-wäre-wenn-α als Schieberegler</translation></message>
<message><source>What-if α</source><translation>Was-wäre-wenn-α</translation></message>
<message><source>What-if number of groups</source><translation>Was-wäre-wenn-Gruppenzahl</translation></message>
<message><source>Show the groups that this round would have formed with another α. They are computed from the stored updates, without training. The middle is the recorded α (HCCT eqs. (9)–(17))</source><translation>Die Gruppen zeigen, die diese Runde mit einem anderen α gebildet hätte. Sie werden aus den gespeicherten Updates berechnet, ohne Training. Die Mitte ist das aufgezeichnete α (HCCT, Gl. (9)–(17))</translation></message>
<message><source>Set α, the weight of more data in a client's utility. A larger α gives larger groups (HCCT eq. (9))</source><translation>α setzen, das Gewicht von mehr Daten im Nutzen eines Clients. Ein größeres α ergibt größere Gruppen (HCCT, Gl. (9))</translation></message>
<message><source>Merge until exactly this many groups are left, even at a loss (HCCT Figs. 5 and 6)</source><translation>Zusammenschließen, bis genau so viele Gruppen übrig sind, auch mit Verlust (HCCT, Abb. 5 und 6)</translation></message>
<message><source>automatic</source><translation>automatisch</translation></message>
<message><source>Reset α and the number of groups to those of the run</source><translation>α und die Zahl der Gruppen auf die des Laufs zurücksetzen</translation></message>
<message><source>&amp;What if α =</source><translation>&amp;Wenn α =</translation></message>
<message><source>&amp;groups</source><translation>&amp;Gruppen</translation></message>
<message><source>Reset to α = %1</source><translation>Zurück zu α = %1</translation></message>
<message><source>Type a command, an experiment or a run</source><translation>Befehl, Experiment oder Lauf eingeben</translation></message>
<message><source>Command</source><translation>Befehl</translation></message>
<message><source>Type words in any order; Enter does what is chosen below</source><translation>Wörter in beliebiger Reihenfolge eingeben; die Eingabetaste führt aus, was darunter gewählt ist</translation></message>
<message><source>Choose a command; its keys are at the right</source><translation>Einen Befehl wählen; seine Tasten stehen rechts</translation></message>
<message><source>Commands</source><translation>Befehle</translation></message>
<message><source>Nothing with “%1” in its name can be done now. Compare's filter finds all runs.</source><translation>Nichts mit „%1“ im Namen ist gerade möglich. Der Filter unter „Vergleichen“ findet alle Läufe.</translation></message>
<message><source>Open experiment</source><translation>Experiment öffnen</translation></message>
<message><source>Open another store</source><translation>Weiteren Laufspeicher öffnen</translation></message>
<message><source>Run stores (*.sqlite);;All files (*)</source><translation>Laufspeicher (*.sqlite);;Alle Dateien (*)</translation></message>
<message><source>%1 is your own run store, whose runs are listed already.</source><translation>%1 ist Ihr eigener Laufspeicher, dessen Läufe schon aufgelistet sind.</translation></message>
<message><source>%1 is open already, as “%2”.</source><translation>%1 ist schon geöffnet, als „%2“.</translation></message>
<message><source>The runs of the store “%1” are listed beside your own. They are only read.</source><translation>Die Läufe des Laufspeichers „%1“ sind neben Ihren eigenen aufgelistet. Sie werden nur gelesen.</translation></message>
<message><source>The runs of %1 stores are listed beside your own. They are only read.</source><translation>Die Läufe von %1 Laufspeichern sind neben Ihren eigenen aufgelistet. Sie werden nur gelesen.</translation></message>
<message><source>The store “%1” was closed: %2</source><translation>Der Laufspeicher „%1“ wurde geschlossen: %2</translation></message>
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
<message><source>%1, %2 ranks</source><translation>%1, %2 Ränge</translation></message>
<message><source>%1, up to %2 ranks</source><translation>%1, bis zu %2 Ränge</translation></message>
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
<message><source>Show the queue</source><translation>Warteschlange zeigen</translation></message>
<message><source>Open the list in which they can be moved and resumed one by one</source><translation>Die Liste öffnen, in der sie sich einzeln verschieben und fortsetzen lassen</translation></message>
<message><source>All runs ended after %1: %2</source><translation>Nach %1 sind alle Läufe zu Ende: %2</translation></message>
<message><source>The run was stopped. Resume in Watch continues it.</source><translation>Der Lauf wurde gestoppt. „Fortsetzen“ in „Beobachten“ führt ihn weiter.</translation></message>
<message><source>The run failed: %1</source><translation>Der Lauf ist fehlgeschlagen: %1</translation></message>
<message><source>New here?</source><translation>Neu hier?</translation></message>
<message><source>A tour of two minutes opens the quickstart, runs it and shows what to look at. It is also in the Help menu.</source><translation>Ein Rundgang von zwei Minuten öffnet den Schnellstart, führt ihn aus und zeigt, worauf zu achten ist. Er ist auch im Menü „Hilfe“.</translation></message>
<message><source>Start the tour</source><translation>Rundgang starten</translation></message>
<message><source>No, thanks</source><translation>Nein, danke</translation></message>
<message><source>The quickstart is open.</source><translation>Der Schnellstart ist geöffnet.</translation></message>
<message><source>The run is paused. Resume continues it.</source><translation>Der Lauf ist pausiert. „Fortsetzen“ führt ihn weiter.</translation></message>
<message><source>It runs. You can go on while it does.</source><translation>Er läuft. Sie können währenddessen weitergehen.</translation></message>
<message><source>You can run it again, or look at the rounds that it has.</source><translation>Sie können ihn noch einmal ausführen oder die Runden ansehen, die er hat.</translation></message>
<message><source>The run has finished.</source><translation>Der Lauf ist fertig.</translation></message>
<message><source>The quickstart is not open. Go back one or two steps to open it, or run the experiment that is open.</source><translation>Der Schnellstart ist nicht geöffnet. Gehen Sie einen oder zwei Schritte zurück, um ihn zu öffnen, oder führen Sie das geöffnete Experiment aus.</translation></message>
<message><source>No run is on screen yet. Go back and press Run.</source><translation>Noch ist kein Lauf zu sehen. Gehen Sie zurück und drücken Sie „Ausführen“.</translation></message>
<message><source>Go back to run it again.</source><translation>Gehen Sie zurück, um ihn noch einmal auszuführen.</translation></message>
<message><source>Run it</source><translation>Ausführen</translation></message>
<message><source>Run trains every method of the experiment, one after another, and opens Watch. The line at the bottom of the window shows the progress and has the buttons to pause and stop. It takes less than half a minute.</source><translation>„Ausführen“ trainiert jede Methode des Experiments, eine nach der anderen, und öffnet „Beobachten“. Die Zeile am unteren Rand des Fensters zeigt den Fortschritt und hat die Knöpfe zum Pausieren und Stoppen. Es dauert weniger als eine halbe Minute.</translation></message>
<message><source>Two minutes with Coterie</source><translation>Zwei Minuten mit Coterie</translation></message>
<message><source>Who should collaborate with whom? Design sets up an experiment, Watch shows it while it trains, Compare keeps every run, and Data holds the data sets. Everything stays usable during the tour; Esc closes it.</source><translation>Wer soll mit wem zusammenarbeiten? „Entwerfen“ legt ein Experiment fest, „Beobachten“ zeigt es, während es trainiert, „Vergleichen“ bewahrt jeden Lauf auf, und „Daten“ enthält die Datensätze. Alles bleibt während des Rundgangs benutzbar; Esc schließt ihn.</translation></message>
<message><source>An experiment</source><translation>Ein Experiment</translation></message>
<message><source>The quickstart has eight clients with drawn digits. They train the same small network in two ways: each client alone, and all together. This list leads through its parts; a tick means that a part will run.</source><translation>Der Schnellstart hat acht Clients mit gezeichneten Ziffern. Sie trainieren dasselbe kleine Netz auf zwei Arten: jeder Client allein und alle zusammen. Diese Liste führt durch seine Teile; ein Haken bedeutet, dass ein Teil laufen wird.</translation></message>
<message><source>Another experiment is open, and the list shows its parts.</source><translation>Ein anderes Experiment ist geöffnet; die Liste zeigt dessen Teile.</translation></message>
<message><source>Open the quickstart</source><translation>Schnellstart öffnen</translation></message>
<message><source>Who has what</source><translation>Wer was hat</translation></message>
<message><source>Each bar is a client. Its length is the number of samples, its colours are the digits. The clients differ in size and in their mix of digits. Drag the end of a bar or a border between two colours to change that; Ctrl+Z undoes it.</source><translation>Jeder Balken ist ein Client. Seine Länge ist die Zahl der Beispiele, seine Farben sind die Ziffern. Die Clients unterscheiden sich in der Größe und in der Mischung ihrer Ziffern. Ziehen Sie das Ende eines Balkens oder eine Grenze zwischen zwei Farben, um das zu ändern; Strg+Z macht es rückgängig.</translation></message>
<message><source>No experiment is open. Go back to open the quickstart.</source><translation>Kein Experiment ist geöffnet. Gehen Sie zurück, um den Schnellstart zu öffnen.</translation></message>
<message><source>Errors, round by round</source><translation>Fehler, Runde für Runde</translation></message>
<message><source>A thick line is the mean test error of a method, a thin one a single client. Lower is better. The gap between Independent and FedAvg is what the clients gain or lose by working together. Point at a line for its value.</source><translation>Eine dicke Linie ist der mittlere Testfehler einer Methode, eine dünne ein einzelner Client. Niedriger ist besser. Der Abstand zwischen Independent und FedAvg ist das, was die Clients durch Zusammenarbeit gewinnen oder verlieren. Zeigen Sie auf eine Linie, um ihren Wert zu sehen.</translation></message>
<message><source>Who takes from whom</source><translation>Wer von wem übernimmt</translation></message>
<message><source>Row i says how much client i takes from each client. Independent is a diagonal; FedAvg repeats one row of client sizes. Every other method lies between the two. Choose the run in the list above.</source><translation>Zeile i sagt, wie viel Client i von jedem Client übernimmt. Independent ist eine Diagonale; FedAvg wiederholt eine Zeile mit den Größen der Clients. Jede andere Methode liegt zwischen den beiden. Wählen Sie den Lauf in der Liste oben.</translation></message>
<message><source>Look back</source><translation>Zurückblicken</translation></message>
<message><source>All panels show the same round. Drag the time line to see an earlier one, also while a run continues; the Play button beside it plays the rounds.</source><translation>Alle Felder zeigen dieselbe Runde. Ziehen Sie die Zeitleiste, um eine frühere zu sehen, auch während ein Lauf weitergeht; der Knopf „Abspielen“ daneben spielt die Runden ab.</translation></message>
<message><source>Compare</source><translation>Vergleichen</translation></message>
<message><source>Every run is kept here. Select the runs of the quickstart, with Ctrl for the second: the tabs below show their curves, tests and tables, and Export writes them to files.</source><translation>Jeder Lauf wird hier aufbewahrt. Wählen Sie die Läufe des Schnellstarts aus, den zweiten mit Strg: Die Reiter unten zeigen ihre Kurven, Tests und Tabellen, und „Exportieren“ schreibt sie in Dateien.</translation></message>
<message><source>And now</source><translation>Und nun</translation></message>
<message><source>Help › Tutorials walks through each of the four papers in ten minutes. Ctrl+K finds any command by its name, and F1 explains what has the focus. Help › Tour repeats this tour.</source><translation>Hilfe › Anleitungen führt in je zehn Minuten durch jeden der vier Artikel. Strg+K findet jeden Befehl nach seinem Namen, und F1 erklärt, was den Fokus hat. Hilfe › Rundgang wiederholt diesen Rundgang.</translation></message>
<message><source>Open run %1 as a design</source><translation>Lauf %1 als Entwurf öffnen</translation></message>
<message><source>Progress of the queue</source><translation>Fortschritt der Warteschlange</translation></message>
<message><source>Shows where models train: on the processor (cpu) or on a GPU (cuda)</source><translation>Zeigt, wo Modelle trainieren: auf dem Prozessor (cpu) oder auf einer GPU (cuda)</translation></message>
<message><source>Shows how much of the queued runs is done</source><translation>Zeigt, wie viel von den eingereihten Läufen erledigt ist</translation></message>
<message><source>Paused: %1</source><translation>Pausiert: %1</translation></message>
<message><source>Stopping at a safe point</source><translation>Stoppt am nächsten sicheren Punkt</translation></message>
<message><source>Nothing is running</source><translation>Es läuft nichts</translation></message>
<message><source>Set the number of clients, 1 to 100,000</source><translation>Die Zahl der Clients festlegen, 1 bis 100.000</translation></message>
<message><source>Dimension</source><translation>Dimension</translation></message>
<message><source>Set the number of parameters of a model, 1 to 100,000</source><translation>Die Zahl der Parameter eines Modells festlegen, 1 bis 100.000</translation></message>
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
<message><source>Sufficient variance</source><translation>Hinreichende Varianz</translation></message>
<message><source>Constant</source><translation>Konstant</translation></message>
<message><source>Horizon</source><translation>Horizont</translation></message>
<message><source>Decreasing</source><translation>Abnehmend</translation></message>
<message><source>Steps to ε</source><translation>Schritte bis ε</translation></message>
<message><source>Squared gradient</source><translation>Gradientenquadrat</translation></message>
<message><source>Sufficient clusters</source><translation>Hinreichende Cluster</translation></message>
<message><source>binary</source><translation>binär</translation></message>
<message><source>continuous</source><translation>stetig</translation></message>
<message><source>Problem</source><translation>Problem</translation></message>
<message><source>Set every input to its default</source><translation>Jede Eingabe auf ihre Vorgabe setzen</translation></message>
<message><source>Size over precision</source><translation>Größe über der Präzision</translation></message>
<message><source>Variance and bounds</source><translation>Varianz und Schranken</translation></message>
<message><source>Point at a number to see all digits</source><translation>Auf eine Zahl zeigen, um alle Stellen zu sehen</translation></message>
<message><source>&amp;New experiment</source><translation>&amp;Neues Experiment</translation></message>
<message><source>Create a small experiment with every setting filled in</source><translation>Ein kleines Experiment anlegen, in dem jede Einstellung ausgefüllt ist</translation></message>
<message><source>&amp;Open experiment…</source><translation>Experiment ö&amp;ffnen…</translation></message>
<message><source>Open an experiment file, or drop one on the window</source><translation>Eine Experimentdatei öffnen; sie lässt sich auch auf das Fenster ziehen</translation></message>
<message><source>Save the experiment; a new or shipped one asks for a file name</source><translation>Das Experiment speichern; für ein neues oder mitgeliefertes wird nach einem Dateinamen gefragt</translation></message>
<message><source>Save &amp;as…</source><translation>Speichern &amp;unter…</translation></message>
<message><source>Open another s&amp;tore…</source><translation>&amp;Weiteren Laufspeicher öffnen…</translation></message>
<message><source>List the runs of other run stores beside your own, only to be read; or drop one on the window</source><translation>Die Läufe anderer Laufspeicher neben Ihren eigenen auflisten, nur zum Lesen; sie lassen sich auch auf das Fenster ziehen</translation></message>
<message><source>C&amp;lose a store</source><translation>Laufspeicher sc&amp;hließen</translation></message>
<message><source>Import a &amp;data file…</source><translation>&amp;Datendatei importieren…</translation></message>
<message><source>Import a CSV table, NumPy arrays, IDX or CIFAR binary files, or a plain text</source><translation>Eine CSV-Tabelle, NumPy-Arrays, Binärdateien im Format IDX oder CIFAR oder einen Text importieren</translation></message>
<message><source>Import a data &amp;folder…</source><translation>Datenordner &amp;importieren…</translation></message>
<message><source>Import a folder of pictures or with a file for each client, LEAF's files, or a published data set stored elsewhere</source><translation>Einen Ordner mit Bildern oder mit einer Datei für jeden Client, Dateien von LEAF oder einen anderswo gespeicherten veröffentlichten Datensatz importieren</translation></message>
<message><source>&amp;Quit</source><translation>&amp;Beenden</translation></message>
<message><source>Close the window; a run stops safely and can be resumed</source><translation>Das Fenster schließen; ein Lauf wird sicher gestoppt und kann fortgesetzt werden</translation></message>
<message><source>&amp;Undo</source><translation>&amp;Rückgängig</translation></message>
<message><source>Undo the last change of the experiment</source><translation>Die letzte Änderung am Experiment rückgängig machen</translation></message>
<message><source>&amp;Redo</source><translation>&amp;Wiederholen</translation></message>
<message><source>Redo the change that was undone</source><translation>Die rückgängig gemachte Änderung wiederholen</translation></message>
<message><source>&amp;Preferences…</source><translation>&amp;Einstellungen…</translation></message>
<message><source>Choose run store, data folder, threads, ranks, font size and colours</source><translation>Laufspeicher, Datenordner, Threads, Ränge, Schriftgröße und Farben wählen</translation></message>
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
<message><source>&amp;Merge</source><translation>&amp;Vereinen</translation></message>
<message><source>Give the samples of all selected clients to the first of them</source><translation>Die Beispiele aller ausgewählten Clients dem ersten von ihnen geben</translation></message>
<message><source>&amp;Delete</source><translation>&amp;Löschen</translation></message>
<message><source>Delete the selected clients; their samples become unused</source><translation>Die ausgewählten Clients löschen; ihre Beispiele bleiben dann ungenutzt</translation></message>
<message><source>&amp;Revert</source><translation>&amp;Zurücksetzen</translation></message>
<message><source>Give the selected clients the samples that the partition scheme gives them</source><translation>Den ausgewählten Clients die Beispiele geben, die ihnen das Aufteilungsschema zuteilt</translation></message>
<message><source>Select &amp;all</source><translation>&amp;Alle auswählen</translation></message>
<message><source>Select every client</source><translation>Jeden Client auswählen</translation></message>
<message><source>&amp;Take from others</source><translation>Umv&amp;erteilen</translation></message>
<message><source>Take samples from all other clients, in proportion to what they have, when no unused ones are left. Hold Shift while dragging to do the same.</source><translation>Beispiele von allen anderen Clients nehmen, im Verhältnis zu deren Bestand, wenn keine ungenutzten mehr da sind. Beim Ziehen bewirkt die gedrückte Umschalttaste dasselbe.</translation></message>
<message><source>New &amp;edge server</source><translation>&amp;Neuer Randserver</translation></message>
<message><source>Connect the selected clients to a new edge server</source><translation>Die ausgewählten Clients mit einem neuen Randserver verbinden</translation></message>
<message><source>Move to the edge server a&amp;bove</source><translation>Zum Randserver &amp;darüber</translation></message>
<message><source>Connect the selected clients to the edge server above theirs</source><translation>Die ausgewählten Clients mit dem Randserver über dem ihren verbinden</translation></message>
<message><source>Move to the edge server belo&amp;w</source><translation>Zum Randserver dar&amp;unter</translation></message>
<message><source>Connect the selected clients to the edge server below theirs; below the last one, to none</source><translation>Die ausgewählten Clients mit dem Randserver unter dem ihren verbinden; unter dem letzten mit keinem</translation></message>
<message><source>Re&amp;name the edge server</source><translation>Randserver u&amp;mbenennen</translation></message>
<message><source>Rename the edge server of the client that has the focus</source><translation>Den Randserver des Clients umbenennen, der den Fokus hat</translation></message>
<message><source>Remo&amp;ve the edge server</source><translation>Randserver entfe&amp;rnen</translation></message>
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
<message><source>&amp;Pause</source><translation>&amp;Pausieren</translation></message>
<message><source>Pause after the current round, or resume</source><translation>Nach der laufenden Runde pausieren oder fortsetzen</translation></message>
<message><source>S&amp;tep one round</source><translation>Eine &amp;Runde weiter</translation></message>
<message><source>Run one more round, then pause</source><translation>Eine weitere Runde ausführen, dann pausieren</translation></message>
<message><source>Stop at the next safe point; the run can be resumed</source><translation>Am nächsten sicheren Punkt stoppen; der Lauf kann fortgesetzt werden</translation></message>
<message><source>&amp;Change run settings</source><translation>&amp;Laufeinstellungen ändern</translation></message>
<message><source>Change the running run's settings, such as its learning rate or number of rounds, from its next round</source><translation>Einstellungen des laufenden Laufs, etwa seine Lernrate oder Rundenzahl, ab seiner nächsten Runde ändern</translation></message>
<message><source>Set up an experiment</source><translation>Ein Experiment einrichten</translation></message>
<message><source>Watch runs while they train, or replay them</source><translation>Läufe beim Training beobachten oder noch einmal abspielen</translation></message>
<message><source>&amp;Compare</source><translation>&amp;Vergleichen</translation></message>
<message><source>Compare stored runs</source><translation>Gespeicherte Läufe vergleichen</translation></message>
<message><source>D&amp;ata</source><translation>&amp;Daten</translation></message>
<message><source>Look at data sets, download and import them</source><translation>Datensätze ansehen, herunterladen und importieren</translation></message>
<message><source>S&amp;how the folders of runs</source><translation>Ordner der Läufe &amp;zeigen</translation></message>
<message><source>Show the folders beside the table of Compare</source><translation>Die Ordner neben der Tabelle unter „Vergleichen“ zeigen</translation></message>
<message><source>Su&amp;fficient clusters…</source><translation>Hinreichende &amp;Cluster…</translation></message>
<message><source>Compute how many clients can collaborate at a precision, and what that gains (All-for-one)</source><translation>Berechnen, wie viele Clients bei einer Präzision zusammenarbeiten können und was das bringt (All-for-one)</translation></message>
<message><source>Deskto&amp;p theme</source><translation>Farb&amp;schema der Arbeitsumgebung</translation></message>
<message><source>Use light or dark colours as the desktop does</source><translation>Helle oder dunkle Farben wie die Arbeitsumgebung verwenden</translation></message>
<message><source>&amp;Light theme</source><translation>He&amp;lles Farbschema</translation></message>
<message><source>Use dark text on a light background</source><translation>Dunklen Text auf hellem Grund verwenden</translation></message>
<message><source>Dar&amp;k theme</source><translation>Du&amp;nkles Farbschema</translation></message>
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
<message><source>Watch</source><translation>Beobachten</translation></message>
<message><source>&amp;Resume selected runs</source><translation>Gewählte Läufe &amp;fortsetzen</translation></message>
<message><source>Resume stopped runs from their checkpoints</source><translation>Gestoppte Läufe von ihren Zwischenständen aus fortsetzen</translation></message>
<message><source>Differe&amp;nce of two runs…</source><translation>&amp;Unterschied zweier Läufe…</translation></message>
<message><source>Show what differs between two selected runs: settings, curves, matrices, groups</source><translation>Zeigen, worin sich zwei ausgewählte Läufe unterscheiden: Einstellungen, Kurven, Matrizen, Gruppen</translation></message>
<message><source>&amp;Verify runs…</source><translation>Läufe &amp;nachprüfen…</translation></message>
<message><source>Play the selected runs again, in Watch the one on screen, and say whether they are the same to the bit</source><translation>Die ausgewählten Läufe, unter „Beobachten“ den gezeigten, noch einmal abspielen und sagen, ob sie bitgenau gleich sind</translation></message>
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
<message><source>&amp;Redo the last change to runs</source><translation>Letzte Laufänderung &amp;wiederholen</translation></message>
<message><source>Redo the change to runs that was undone last</source><translation>Die zuletzt rückgängig gemachte Laufänderung wiederholen</translation></message>
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
<message><source>E&amp;xport for TensorBoard…</source><translation>Für TensorBoa&amp;rd exportieren…</translation></message>
<message><source>Export the metrics of the selected runs as event files, which TensorBoard shows</source><translation>Die Messgrößen der ausgewählten Läufe als Ereignisdateien exportieren, die TensorBoard zeigt</translation></message>
<message><source>Save mode&amp;ls…</source><translation>Modelle spe&amp;ichern…</translation></message>
<message><source>Save the models that the selected runs ended with, as files for PyTorch</source><translation>Die Modelle, mit denen die ausgewählten Läufe endeten, als Dateien für PyTorch speichern</translation></message>
<message><source>I&amp;mport a bundle…</source><translation>Bündel im&amp;portieren…</translation></message>
<message><source>Add the runs of a bundle, from whomever: all of it is checked, nothing of it is run</source><translation>Die Läufe eines Bündels hinzufügen, von wem auch immer: Alles darin wird geprüft, nichts davon ausgeführt</translation></message>
<message><source>Open &amp;recent</source><translation>&amp;Zuletzt geöffnet</translation></message>
<message><source>Design sets up an experiment. The list at the left leads through data, clients, model, local training, arms, seeds and output; a red number there counts problems. Every change can be undone.</source><translation>Unter „Entwerfen“ wird ein Experiment eingerichtet. Die Liste links führt durch Daten, Clients, Modell, lokales Training, Varianten, Startzahlen und Ausgabe; eine rote Zahl darin zählt Probleme. Jede Änderung lässt sich rückgängig machen.</translation></message>
<message><source>Watch shows runs while they train and replays stored ones. Its panels can be moved and closed; the View menu reopens them. The time line goes to any past round.</source><translation>„Beobachten“ zeigt Läufe beim Training und spielt gespeicherte noch einmal ab. Die Felder lassen sich verschieben und schließen; das Menü „Ansicht“ öffnet sie wieder. Die Zeitleiste führt zu jeder vergangenen Runde.</translation></message>
<message><source>Compare lists all stored runs. Select runs in the table to compare them below it and to export them.</source><translation>„Vergleichen“ listet alle gespeicherten Läufe auf. Wählen Sie in der Tabelle Läufe aus, um sie darunter zu vergleichen und zu exportieren.</translation></message>
<message><source>Data lists the data sets that an experiment can use. Import your own files with the button above the list, or drop them on the page.</source><translation>„Daten“ listet die Datensätze auf, die ein Experiment verwenden kann. Importieren Sie eigene Dateien mit dem Knopf über der Liste oder ziehen Sie sie auf die Seite.</translation></message>
<message><source>A run is in progress</source><translation>Ein Lauf ist im Gang</translation></message>
<message><source>Stop the run and close the window? It stops at a safe point and can be resumed later.</source><translation>Den Lauf stoppen und das Fenster schließen? Er stoppt an einem sicheren Punkt und kann später fortgesetzt werden.</translation></message>
<message><source>Run a program?</source><translation>Ein Programm ausführen?</translation></message>
<message><source>This experiment starts a program of its own on this computer, once per run. It has all your rights: it can read, change and delete your files and use the network. Run it only if you know what it does and trust where it came from.</source><translation>Dieses Experiment startet auf diesem Rechner ein eigenes Programm, einmal je Lauf. Es hat alle Ihre Rechte: Es kann Ihre Dateien lesen, ändern und löschen und das Netz benutzen. Führen Sie es nur aus, wenn Sie wissen, was es tut, und seiner Herkunft trauen.</translation></message>
<message><source>This experiment starts a program of its own on machines of the cluster, once per run. It has all your rights there: it can read, change and delete your files and use the network. Run it only if you know what it does and trust where it came from.</source><translation>Dieses Experiment startet auf Rechnern des Clusters ein eigenes Programm, einmal je Lauf. Es hat dort alle Ihre Rechte: Es kann Ihre Dateien lesen, ändern und löschen und das Netz nutzen. Führen Sie es nur aus, wenn Sie wissen, was es tut, und seiner Herkunft vertrauen.</translation></message>
<message><source>What would be started</source><translation>Was gestartet würde</translation></message>
<message><source>The commands, their folder and the files that they name</source><translation>Die Befehle, ihr Ordner und die Dateien, die sie nennen</translation></message>
<message><source>Coterie remembers the answer “Run it” and asks again when the experiment, a command or one of these files has changed.</source><translation>Coterie merkt sich die Antwort „Ausführen“ und fragt wieder, wenn sich das Experiment, ein Befehl oder eine dieser Dateien geändert hat.</translation></message>
<message><source>&amp;Run it</source><translation>&amp;Ausführen</translation></message>
<message><source>Start the program with all your rights</source><translation>Das Programm mit allen Ihren Rechten starten</translation></message>
<message><source>Run and store nothing</source><translation>Nichts ausführen und nichts speichern</translation></message>
<message><source>Choose the &amp;folder…</source><translation>&amp;Ordner wählen…</translation></message>
<message><source>Choose the folder in which the program runs</source><translation>Den Ordner wählen, in dem das Programm läuft</translation></message>
<message><source>Experiment: %1
Command: %2
Folder: %3
Files that it names: %4</source><translation>Experiment: %1
Befehl: %2
Ordner: %3
Dateien, die er nennt: %4</translation></message>
<message><source>not known; choose it below</source><translation>nicht bekannt; wählen Sie ihn unten</translation></message>
<message><source>not known yet</source><translation>noch nicht bekannt</translation></message>
<message><source>being read…</source><translation>werden gelesen…</translation></message>
<message><source>Your answer holds this once: Coterie cannot see when what this command runs has changed.</source><translation>Ihre Antwort gilt nur dieses Mal: Coterie sieht nicht, wann sich geändert hat, was dieser Befehl ausführt.</translation></message>
<message><source>none in this folder</source><translation>keine in diesem Ordner</translation></message>
<message><source>Nothing was run, because its program was not allowed</source><translation>Nichts wurde ausgeführt, weil sein Programm nicht erlaubt wurde</translation></message>
<message><source>About Coterie</source><translation>Über Coterie</translation></message>
<message><source>&lt;h3&gt;Coterie %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for one question: who should collaborate with whom in federated learning?&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source><translation>&lt;h3&gt;Coterie %1&lt;/h3&gt;&lt;p&gt;Eine Werkbank auf dem Desktop für eine Frage: Wer sollte beim föderierten Lernen mit wem zusammenarbeiten?&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später.&lt;/p&gt;</translation></message>
<message><source>The last run %1 after %2</source><translation>Letzter Lauf: %1 nach %2</translation></message>
<message><source>1 round</source><translation>1 Runde</translation></message>
<message><source>%1 rounds</source><translation>%1 Runden</translation></message>
<message><source>Pause after the current round</source><translation>Nach der laufenden Runde pausieren</translation></message>
<message><source>Pause</source><translation>Pausieren</translation></message>
<message><source>Resume the paused run</source><translation>Den pausierten Lauf fortsetzen</translation></message>
<message><source>R&amp;esume</source><translation>Forts&amp;etzen</translation></message>
<message><source>Stop playing at the round on screen</source><translation>Das Abspielen bei der gezeigten Runde anhalten</translation></message>
<message><source>Play the rounds of the run on screen</source><translation>Die Runden des gezeigten Laufs abspielen</translation></message>
<message><source>Pla&amp;y the run on screen</source><translation>Gezeigten Lauf abs&amp;pielen</translation></message>
<message><source>Play</source><translation>Abspielen</translation></message>
<message><source>Run the open experiment</source><translation>Das geöffnete Experiment ausführen</translation></message>
<message><source>Run &amp;or pause</source><translation>Ausführen &amp;oder pausieren</translation></message>
<message><source>Independent</source><translation>Independent</translation></message>
<message><source>Every client trains alone on its own data, from the common initial weights; nothing is exchanged.</source><translation>Jeder Client trainiert allein auf seinen eigenen Daten, ausgehend von den gemeinsamen Anfangsgewichten; nichts wird ausgetauscht.</translation></message>
<message><source>FedAvg</source><translation>FedAvg</translation></message>
<message><source>Every participant trains the global model on its own data; the results are averaged into the next one.</source><translation>Jeder Teilnehmer trainiert das globale Modell auf seinen eigenen Daten; die Ergebnisse werden zum nächsten gemittelt.</translation></message>
<message><source>Aggregation</source><translation>Aggregation</translation></message>
<message><source>A participant counts in proportion to its samples (bySize), or all count alike</source><translation>Ein Teilnehmer zählt im Verhältnis zu seinen Beispielen (bySize), oder alle zählen gleich</translation></message>
<message><source>FedAvg Algorithm 1</source><translation>FedAvg, Algorithmus 1</translation></message>
<message><source>Centralised</source><translation>Zentralisiert</translation></message>
<message><source>One model trained on the pooled data of all clients: the upper bound, possible only if data may leave the clients.</source><translation>Ein einziges Modell, trainiert auf den zusammengelegten Daten aller Clients: die Obergrenze, nur möglich, wenn Daten die Clients verlassen dürfen.</translation></message>
<message><source>HCCT</source><translation>HCCT</translation></message>
<message><source>Groups form bottom-up while the value of more data outweighs the loss of similarity; each group trains one model.</source><translation>Gruppen bilden sich von unten nach oben, solange der Wert von mehr Daten den Verlust an Ähnlichkeit überwiegt; jede Gruppe trainiert ein Modell.</translation></message>
<message><source>Data hunger</source><translation>Datenhunger</translation></message>
<message><source>Value of more data to a client: a larger α gives larger groups. Not used if each client has its own</source><translation>Wert von mehr Daten für einen Client: Ein größeres α ergibt größere Gruppen. Unbenutzt, wenn jeder Client sein eigenes hat</translation></message>
<message><source>HCCT eq. (9)</source><translation>HCCT, Gl. (9)</translation></message>
<message><source>at least %1</source><translation>mindestens %1</translation></message>
<message><source>a number, at least %1</source><translation>eine Zahl, mindestens %1</translation></message>
<message><source>Data hunger by client</source><translation>Datenhunger je Client</translation></message>
<message><source>One α per client instead of one for all; empty: alpha</source><translation>Ein α je Client statt eines für alle; leer: alpha</translation></message>
<message><source>a list of numbers, each at least %1</source><translation>eine Liste von Zahlen, jede mindestens %1</translation></message>
<message><source>Data hunger is</source><translation>Datenhunger ist</translation></message>
<message><source>relative: α is a multiple of the client's own number of samples (the released code's alpha = −1 is relative with alpha = 1)</source><translation>relative: α ist ein Vielfaches der Zahl der eigenen Beispiele des Clients (alpha = −1 im veröffentlichten Code ist relative mit alpha = 1)</translation></message>
<message><source>Added to utilities</source><translation>Zuschlag zum Nutzen</translation></message>
<message><source>Added to every reported utility; it changes no group</source><translation>Wird zu jedem gemeldeten Nutzen addiert; ändert keine Gruppe</translation></message>
<message><source>Cosine of update and group update, or the share of equal signs</source><translation>Kosinus zwischen Update und Gruppen-Update oder der Anteil gleicher Vorzeichen</translation></message>
<message><source>HCCT eq. (8)</source><translation>HCCT, Gl. (8)</translation></message>
<message><source>Form groups every</source><translation>Gruppen bilden alle</translation></message>
<message><source>Rounds between two partitions into groups; 0: one partition, before the second round</source><translation>Runden zwischen zwei Aufteilungen in Gruppen; 0: eine Aufteilung, vor der zweiten Runde</translation></message>
<message><source>HCCT Algorithm 1</source><translation>HCCT, Algorithmus 1</translation></message>
<message><source>rounds</source><translation>Runden</translation></message>
<message><source>a whole number from %1 to %2</source><translation>eine ganze Zahl von %1 bis %2</translation></message>
<message><source>First round</source><translation>Erste Runde</translation></message>
<message><source>Groups of the first round, in which there are no updates yet: every client alone (paper) or all together (released code)</source><translation>Gruppen der ersten Runde, in der es noch keine Updates gibt: jeder Client allein (Artikel) oder alle zusammen (veröffentlichter Code)</translation></message>
<message><source>HCCT Algorithm 1, line 4</source><translation>HCCT, Algorithmus 1, Zeile 4</translation></message>
<message><source>Fixed number of groups</source><translation>Feste Zahl der Gruppen</translation></message>
<message><source>Merges until exactly this many groups are left, with gain or loss; 0: the number is a result</source><translation>Schließt zusammen, bis genau so viele Gruppen übrig sind, mit Gewinn oder Verlust; 0: Die Zahl ist ein Ergebnis</translation></message>
<message><source>HCCT Figs. 5 and 6</source><translation>HCCT, Abb. 5 und 6</translation></message>
<message><source>groups</source><translation>Gruppen</translation></message>
<message><source>Newcomers start from</source><translation>Neuzugänge beginnen mit</translation></message>
<message><source>A client that arrives trains first from the mean of the groups' models, or from the initial weights at the first learning rate (init)</source><translation>Ein Client, der beitritt, trainiert zuerst ausgehend vom Mittelwert der Modelle der Gruppen oder von den Anfangsgewichten mit der ersten Lernrate (init)</translation></message>
<message><source>HCCT §7.3</source><translation>HCCT, §7.3</translation></message>
<message><source>Newcomers join by</source><translation>Neuzugänge treten bei nach</translation></message>
<message><source>A newcomer then joins the group with the largest benefit (by cosine), or waits for the next partition</source><translation>Ein Neuzugang tritt dann der Gruppe mit dem größten Nutzen bei (nach Kosinus) oder wartet auf die nächste Aufteilung</translation></message>
<message><source>HCCT eqs. (15), (16), §7.3</source><translation>HCCT, Gl. (15), (16), §7.3</translation></message>
<message><source>Measure gradients</source><translation>Gradienten messen</translation></message>
<message><source>Also measures, before local work, the squared norm of every participant's gradient over its whole training set</source><translation>Misst vor der lokalen Arbeit auch die quadrierte Norm des Gradienten jedes Teilnehmers über seine ganze Trainingsmenge</translation></message>
<message><source>HCCT Theorem 2</source><translation>HCCT, Satz 2</translation></message>
<message><source>Compare buffers too</source><translation>Auch Puffer vergleichen</translation></message>
<message><source>Compares running statistics and batch counters of batch-norm too, as the released code does; the counters make all clients look alike</source><translation>Vergleicht auch laufende Statistiken und Stapelzähler der Batch-Normalisierung, wie der veröffentlichte Code; durch die Zähler sehen alle Clients gleich aus</translation></message>
<message><source>HCCT-E</source><translation>HCCT-E</translation></message>
<message><source>HCCT that compares updates in the one layer in which clients differ most.</source><translation>HCCT, das Updates in der einen Schicht vergleicht, in der sich die Clients am meisten unterscheiden.</translation></message>
<message><source>Layer score</source><translation>Schichtwert</translation></message>
<message><source>Difference of updates in a layer: variance between clients over mean absolute value, or the released code's pooled variance over signed mean</source><translation>Unterschied der Updates in einer Schicht: Varianz zwischen den Clients geteilt durch den mittleren Absolutwert, oder wie im veröffentlichten Code die gepoolte Varianz geteilt durch den Mittelwert mit Vorzeichen</translation></message>
<message><source>HCCT eq. (19)</source><translation>HCCT, Gl. (19)</translation></message>
<message><source>Layer compared</source><translation>Verglichene Schicht</translation></message>
<message><source>Number of the linear or convolutional layer to compare, counted from 1; 0: the one with the largest score after the first round</source><translation>Nummer der zu vergleichenden linearen oder Faltungsschicht, gezählt ab 1; 0: die mit dem größten Wert nach der ersten Runde</translation></message>
<message><source>HCCT eq. (20)</source><translation>HCCT, Gl. (20)</translation></message>
<message><source>HCCT-P</source><translation>HCCT-P</translation></message>
<message><source>HCCT whose groups share all but the last layer, which stays with its client.</source><translation>HCCT, dessen Gruppen alles außer der letzten Schicht teilen; diese bleibt bei ihrem Client.</translation></message>
<message><source>Private layers</source><translation>Private Schichten</translation></message>
<message><source>Linear and convolutional layers, counted from the output, that stay private</source><translation>Lineare und Faltungsschichten, gezählt von der Ausgabe aus, die privat bleiben</translation></message>
<message><source>HCCT §5.1, FedPer</source><translation>HCCT, §5.1, FedPer</translation></message>
<message><source>layers</source><translation>Schichten</translation></message>
<message><source>Part compared</source><translation>Verglichener Teil</translation></message>
<message><source>Compares whole updates (released code too) or their bodies only</source><translation>Vergleicht ganze Updates (so auch der veröffentlichte Code) oder nur ihre Rümpfe</translation></message>
<message><source>Average heads at the start</source><translation>Köpfe am Anfang mitteln</translation></message>
<message><source>Each round starts from averaged heads, as in the released code; otherwise a head never leaves its client</source><translation>Jede Runde beginnt mit gemittelten Köpfen, wie im veröffentlichten Code; sonst verlässt ein Kopf nie seinen Client</translation></message>
<message><source>FedPer</source><translation>FedPer</translation></message>
<message><source>FedAvg on all but the last layers, which stay with their clients.</source><translation>FedAvg auf allen Schichten außer den letzten; diese bleiben bei ihren Clients.</translation></message>
<message><source>MAXFL</source><translation>MAXFL</translation></message>
<message><source>Only clients that find the global model appealing, compared with what they reach alone, contribute to it.</source><translation>Nur Clients, für die das globale Modell reizvoll ist, verglichen mit dem, was sie allein erreichen, tragen dazu bei.</translation></message>
<message><source>Variant</source><translation>Spielart</translation></message>
<message><source>The method as HCCT describes and implements it, or as its authors do (canonical)</source><translation>Die Methode, wie HCCT sie beschreibt und umsetzt, oder wie ihre Autoren (canonical)</translation></message>
<message><source>HCCT §7.1; MAXFL</source><translation>HCCT, §7.1; MAXFL</translation></message>
<message><source>Threshold factor</source><translation>Schwellenfaktor</translation></message>
<message><source>hcct: a client takes part if F_i(w) is below this times ‖v_i − w‖²; 0: no client does. Before the first round, v_i learns alone for the E·T epochs of a whole run, at the first round's learning rate</source><translation>hcct: Ein Client nimmt teil, wenn F_i(w) kleiner ist als dies mal ‖v_i − w‖²; 0: kein Client. Vor der ersten Runde lernt v_i allein für die E·T Epochen eines ganzen Laufs, mit der Lernrate der ersten Runde</translation></message>
<message><source>HCCT §7.1</source><translation>HCCT, §7.1</translation></message>
<message><source>Warm-up steps</source><translation>Aufwärmschritte</translation></message>
<message><source>canonical: local steps that set a client's threshold ρ_i</source><translation>canonical: lokale Schritte, die die Schwelle ρ_i eines Clients festlegen</translation></message>
<message><source>steps</source><translation>Schritte</translation></message>
<message><source>Guard against zero</source><translation>Schutz vor null</translation></message>
<message><source>canonical: keeps the division by the sum of the weights finite</source><translation>canonical: hält die Division durch die Summe der Gewichte endlich</translation></message>
<message><source>more than %1</source><translation>größer als %1</translation></message>
<message><source>a number, more than %1</source><translation>eine Zahl, größer als %1</translation></message>
<message><source>Server's step</source><translation>Schritt des Servers</translation></message>
<message><source>canonical: the server's step</source><translation>canonical: der Schritt des Servers</translation></message>
<message><source>FedFA</source><translation>FedFA</translation></message>
<message><source>FedAvg in which a client counts more, the worse the global model performs on its training data.</source><translation>FedAvg, bei dem ein Client umso mehr zählt, je schlechter das globale Modell auf seinen Trainingsdaten abschneidet.</translation></message>
<message><source>IFCA</source><translation>IFCA</translation></message>
<message><source>The server keeps several models; each client picks the one with the smallest loss on its data and trains it.</source><translation>Der Server hält mehrere Modelle; jeder Client wählt das mit dem kleinsten Verlust auf seinen Daten und trainiert es.</translation></message>
<message><source>Models</source><translation>Modelle</translation></message>
<message><source>Number of models on the server</source><translation>Zahl der Modelle auf dem Server</translation></message>
<message><source>HCCT Table 3: 10, 5 and 10 for Digit, FMNIST and CIFAR-10</source><translation>HCCT, Tabelle 3: 10, 5 und 10 für Digit, FMNIST und CIFAR-10</translation></message>
<message><source>models</source><translation>Modelle</translation></message>
<message><source>Start of the models</source><translation>Anfang der Modelle</translation></message>
<message><source>The models start from distinct values or from the same ones. From the same start every client chooses the first model, so that clusters collapse, as in HCCT's released code</source><translation>Die Modelle beginnen mit verschiedenen oder mit denselben Werten. Bei gleichem Anfang wählt jeder Client das erste Modell, sodass die Cluster zusammenfallen, wie im veröffentlichten Code von HCCT</translation></message>
<message><source>IFCA Algorithm 1</source><translation>IFCA, Algorithmus 1</translation></message>
<message><source>Training starts from</source><translation>Training beginnt mit</translation></message>
<message><source>A cluster trains from its model, or, as in HCCT's released code, from the mean of its members' previous models</source><translation>Ein Cluster trainiert ausgehend von seinem Modell oder, wie im veröffentlichten Code von HCCT, vom Mittelwert der vorigen Modelle seiner Mitglieder</translation></message>
<message><source>The first round is one of IFCA, or, as in HCCT's released code, one of FedAvg</source><translation>Die erste Runde ist eine von IFCA oder, wie im veröffentlichten Code von HCCT, eine von FedAvg</translation></message>
<message><source>FLSC</source><translation>FLSC</translation></message>
<message><source>Clusters that overlap: each client trains the mean of the few server models that fit it best, and counts in all of them.</source><translation>Cluster, die sich überschneiden: Jeder Client trainiert den Mittelwert der wenigen Servermodelle, die am besten zu ihm passen, und zählt in allen davon.</translation></message>
<message><source>Models per client</source><translation>Modelle je Client</translation></message>
<message><source>Models that a client belongs to; all if there are fewer</source><translation>Modelle, zu denen ein Client gehört; alle, falls es weniger gibt</translation></message>
<message><source>HCCT Table 3: 2, 3 and 3 for Digit, FMNIST and CIFAR-10</source><translation>HCCT, Tabelle 3: 2, 3 und 3 für Digit, FMNIST und CIFAR-10</translation></message>
<message><source>Client is tested with</source><translation>Client wird getestet mit</translation></message>
<message><source>A client is tested with the mean of its models, or, as in HCCT's released code, with the model it trained (own); the accuracy of the other one is reported too</source><translation>Ein Client wird mit dem Mittelwert seiner Modelle getestet oder, wie im veröffentlichten Code von HCCT, mit dem Modell, das er trainiert hat (own); die Genauigkeit des anderen wird auch berichtet</translation></message>
<message><source>Follow the schedule</source><translation>Dem Plan folgen</translation></message>
<message><source>Follows the schedule of the learning rate, which HCCT's released code does not</source><translation>Folgt dem Lernratenplan, was der veröffentlichte Code von HCCT nicht tut</translation></message>
<message><source>HCCT Table 3</source><translation>HCCT, Tabelle 3</translation></message>
<message><source>Given groups</source><translation>Gegebene Gruppen</translation></message>
<message><source>Groups that are given and stay, each of which trains one model: a pattern to compare with, or the oracle.</source><translation>Gruppen, die gegeben sind und bleiben und von denen jede ein Modell trainiert: ein Muster zum Vergleichen oder das Orakel.</translation></message>
<message><source>Such as "0 1 | 2"; a client not listed trains alone. "true" takes the groups that the partition made, if it made any</source><translation>Etwa „0 1 | 2“; ein nicht aufgeführter Client trainiert allein. „true“ nimmt die Gruppen, die die Aufteilung gebildet hat, falls sie welche gebildet hat</translation></message>
<message><source>HCCT Table 2</source><translation>HCCT, Tabelle 2</translation></message>
<message><source>text</source><translation>Text</translation></message>
<message><source>All-for-one</source><translation>All-for-one</translation></message>
<message><source>Every client steps along gradients that the other clients evaluate at its model, weighted by their similarity to its own.</source><translation>Jeder Client geht Schritte entlang der Gradienten, die die anderen Clients an seinem Modell auswerten, gewichtet nach ihrer Ähnlichkeit zu seinem eigenen.</translation></message>
<message><source>A similarity ratio counts fully from a threshold on (binary), or by its value (continuous); the oracle averages over the true group</source><translation>Ein Ähnlichkeitsverhältnis zählt ab einer Schwelle voll (binary) oder nach seinem Wert (continuous); das Orakel mittelt über die wahre Gruppe</translation></message>
<message><source>All-for-one §4</source><translation>All-for-one, §4</translation></message>
<message><source>Threshold</source><translation>Schwelle</translation></message>
<message><source>binary: the smallest similarity ratio that counts</source><translation>binary: das kleinste Ähnlichkeitsverhältnis, das zählt</translation></message>
<message><source>more than %1 and at most %2</source><translation>größer als %1 und höchstens %2</translation></message>
<message><source>a number, more than %1 and at most %2</source><translation>eine Zahl, größer als %1 und höchstens %2</translation></message>
<message><source>Steps between refreshes</source><translation>Schritte zwischen Auffrischungen</translation></message>
<message><source>Steps between two refreshes of the weights; a round begins with one</source><translation>Schritte zwischen zwei Auffrischungen der Gewichte; eine Runde beginnt mit einer</translation></message>
<message><source>All-for-one Table S1</source><translation>All-for-one, Tabelle S1</translation></message>
<message><source>a whole number, at least %1</source><translation>eine ganze Zahl, mindestens %1</translation></message>
<message><source>Probe batch size</source><translation>Stapelgröße der Probe</translation></message>
<message><source>Batch on which a gradient is evaluated for the weights</source><translation>Stapel, auf dem ein Gradient für die Gewichte ausgewertet wird</translation></message>
<message><source>All-for-one eq. (1), Table S1</source><translation>All-for-one, Gl. (1), Tabelle S1</translation></message>
<message><source>Rows sum to one</source><translation>Zeilensummen eins</translation></message>
<message><source>Divides each row of weights by its sum, as the released code does; in the theory rows sum to between 1 and 1/λ</source><translation>Teilt jede Zeile der Gewichte durch ihre Summe, wie der veröffentlichte Code; in der Theorie liegen die Zeilensummen zwischen 1 und 1/λ</translation></message>
<message><source>All-for-one Definition 1</source><translation>All-for-one, Definition 1</translation></message>
<message><source>Ratio multiplied by</source><translation>Verhältnis multipliziert mit</translation></message>
<message><source>Multiplies a client's ratio by its training samples (trainSize) or by nothing (none); auto follows the released code: samples for binary weights only</source><translation>Multipliziert das Verhältnis eines Clients mit seinen Trainingsbeispielen (trainSize) oder mit nichts (none); auto folgt dem veröffentlichten Code: Beispiele nur bei binären Gewichten</translation></message>
<message><source>All-for-one Remark 1</source><translation>All-for-one, Bemerkung 1</translation></message>
<message><source>Same batches for all</source><translation>Gleiche Stapel für alle</translation></message>
<message><source>All models see the same batches of a client, instead of a stream for each pair</source><translation>Alle Modelle sehen dieselben Stapel eines Clients, statt einer eigenen Folge für jedes Paar</translation></message>
<message><source>Drop a pair after</source><translation>Paar aufgeben nach</translation></message>
<message><source>Drops a pair for good once its ratio was zero in this many refreshes in a row, from the sixth round on; 0: never</source><translation>Lässt ein Paar endgültig fallen, sobald sein Verhältnis in so vielen Auffrischungen nacheinander null war, ab der sechsten Runde; 0: nie</translation></message>
<message><source>refreshes</source><translation>Auffrischungen</translation></message>
<message><source>Report gradient distances</source><translation>Gradientenabstände berichten</translation></message>
<message><source>Also reports ‖g_i − g_k‖² of every pair, N values per client</source><translation>Berichtet auch ‖g_i − g_k‖² jedes Paars, N Werte je Client</translation></message>
<message><source>All-for-one eq. (1)</source><translation>All-for-one, Gl. (1)</translation></message>
<message><source>Ditto</source><translation>Ditto</translation></message>
<message><source>FedAvg, and a personal model for each client that is pulled towards the global one.</source><translation>FedAvg und dazu für jeden Client ein persönliches Modell, das zum globalen gezogen wird.</translation></message>
<message><source>Pull of the global model</source><translation>Zug des globalen Modells</translation></message>
<message><source>Strength of the pull of personal models towards the global one</source><translation>Stärke, mit der persönliche Modelle zum globalen gezogen werden</translation></message>
<message><source>Ditto eq. (1)</source><translation>Ditto, Gl. (1)</translation></message>
<message><source>Personal steps</source><translation>Persönliche Schritte</translation></message>
<message><source>Steps of a personal model in a round; 0: as many as local work</source><translation>Schritte eines persönlichen Modells in einer Runde; 0: so viele wie bei der lokalen Arbeit</translation></message>
<message><source>Ditto Algorithm 1</source><translation>Ditto, Algorithmus 1</translation></message>
<message><source>CoBo</source><translation>CoBo</translation></message>
<message><source>Pulls two models together if their clients' gradients agree half-way between them.</source><translation>Zieht zwei Modelle zueinander, wenn die Gradienten ihrer Clients auf halbem Weg zwischen ihnen übereinstimmen.</translation></message>
<message><source>Pull of agreeing models</source><translation>Zug übereinstimmender Modelle</translation></message>
<message><source>Strength of the pull of a model towards those that it agrees with</source><translation>Stärke, mit der ein Modell zu denen gezogen wird, mit denen es übereinstimmt</translation></message>
<message><source>CoBo eq. (2)</source><translation>CoBo, Gl. (2)</translation></message>
<message><source>Step of the weights</source><translation>Schritt der Gewichte</translation></message>
<message><source>Step along the inner product of two clients' gradients</source><translation>Schritt entlang des Skalarprodukts der Gradienten zweier Clients</translation></message>
<message><source>CoBo eq. (3)</source><translation>CoBo, Gl. (3)</translation></message>
<message><source>Chance of a pair</source><translation>Chance eines Paars</translation></message>
<message><source>Chance that a refresh compares a pair of clients; 0: all pairs of at most 20 clients, else 2/N</source><translation>Wahrscheinlichkeit, dass eine Auffrischung ein Paar von Clients vergleicht; 0: alle Paare bei höchstens 20 Clients, sonst 2/N</translation></message>
<message><source>CoBo Algorithm 1</source><translation>CoBo, Algorithmus 1</translation></message>
<message><source>from %1 to %2</source><translation>von %1 bis %2</translation></message>
<message><source>a number from %1 to %2</source><translation>eine Zahl von %1 bis %2</translation></message>
<message><source>WGA-BC</source><translation>WGA-BC</translation></message>
<message><source>Steps along the client's own gradient and the mean of the other clients' gradients, corrected by a running estimate of its bias.</source><translation>Geht Schritte entlang des eigenen Gradienten des Clients und des Mittelwerts der Gradienten der anderen Clients, korrigiert um eine laufende Schätzung von dessen Verzerrung.</translation></message>
<message><source>Weight of the others</source><translation>Gewicht der anderen</translation></message>
<message><source>Share of the other clients' gradients in a step; below 0: (N−1)/N</source><translation>Anteil der Gradienten der anderen Clients an einem Schritt; unter 0: (N−1)/N</translation></message>
<message><source>WGA-BC Algorithm 1</source><translation>WGA-BC, Algorithmus 1</translation></message>
<message><source>Bias learning rate</source><translation>Lernrate der Verzerrung</translation></message>
<message><source>Rate at which the bias of the other clients' mean gradient is learnt</source><translation>Rate, mit der die Verzerrung des mittleren Gradienten der anderen Clients gelernt wird</translation></message>
<message><source>APFL</source><translation>APFL</translation></message>
<message><source>Every client mixes a model of its own with the averaged one, and trains both.</source><translation>Jeder Client mischt ein eigenes Modell mit dem gemittelten und trainiert beide.</translation></message>
<message><source>Share of the own model</source><translation>Anteil des eigenen Modells</translation></message>
<message><source>Share of the client's own model in the mixture; the initial one if adaptive</source><translation>Anteil des eigenen Modells des Clients an der Mischung; der anfängliche, falls er gelernt wird</translation></message>
<message><source>APFL eq. (2)</source><translation>APFL, Gl. (2)</translation></message>
<message><source>Learn the share</source><translation>Anteil lernen</translation></message>
<message><source>Each client learns its share by gradient steps</source><translation>Jeder Client lernt seinen Anteil durch Gradientenschritte</translation></message>
<message><source>APFL eq. (10)</source><translation>APFL, Gl. (10)</translation></message>
<message><source>HierFAVG</source><translation>HierFAVG</translation></message>
<message><source>Edge servers average their clients several times, then the cloud averages the edge servers. Without edge servers, one serves all clients.</source><translation>Randserver mitteln ihre Clients mehrmals, dann mittelt die Cloud die Randserver. Ohne Randserver bedient einer alle Clients.</translation></message>
<message><source>Edge rounds</source><translation>Randrunden</translation></message>
<message><source>Averages at the edge servers before the cloud averages them; κ₁, the local work before each, is the arm's</source><translation>Mittelungen an den Randservern, bevor die Cloud diese mittelt; κ₁, die lokale Arbeit vor jeder, ist die der Variante</translation></message>
<message><source>HierFAVG Algorithm 1</source><translation>HierFAVG, Algorithmus 1</translation></message>
<message><source>edge rounds</source><translation>Randrunden</translation></message>
<message><source>sFedHP</source><translation>sFedHP</translation></message>
<message><source>Clients keep personal models near their edge server's, edge servers near the global one; a penalty can make all of them sparse and cheap to send. Local work is the inner steps of one mini-batch in each edge round; the arm's local steps and epochs do not count. Without edge servers, one serves all clients. An edge server's clients count alike, unless a sampler weighs them or draws one twice; edge servers always count alike.</source><translation>Clients halten persönliche Modelle nahe dem ihres Randservers, Randserver ihre nahe dem globalen; eine Strafe kann bewirken, dass alle dünn besetzt und billig zu senden sind. Lokale Arbeit sind die inneren Schritte eines Ministapels in jeder Randrunde; lokale Schritte und Epochen der Variante zählen nicht. Ohne Randserver bedient einer alle Clients. Die Clients eines Randservers zählen gleich, es sei denn, eine Auswahl gewichtet sie oder zieht einen zweimal; Randserver zählen immer gleich.</translation></message>
<message><source>Edges averaged</source><translation>Gemittelte Randserver</translation></message>
<message><source>Edge servers that the cloud averages, drawn each round; 0: all of them</source><translation>Randserver, die die Cloud mittelt, in jeder Runde gezogen; 0: alle</translation></message>
<message><source>sFedHP Algorithm 1</source><translation>sFedHP, Algorithmus 1</translation></message>
<message><source>edges</source><translation>Randserver</translation></message>
<message><source>Rounds between clients and edge server before the cloud averages</source><translation>Runden zwischen Clients und Randserver, bevor die Cloud mittelt</translation></message>
<message><source>Inner steps</source><translation>Innere Schritte</translation></message>
<message><source>Steps of a client on one mini-batch to solve its inner problem</source><translation>Schritte eines Clients auf einem Ministapel, um sein inneres Problem zu lösen</translation></message>
<message><source>sFedHP §V-B</source><translation>sFedHP, §V-B</translation></message>
<message><source>Edge learning rate</source><translation>Lernrate der Randserver</translation></message>
<message><source>Step of an edge's model towards its clients' models; the step of the clients, η₂, is the arm's learning rate</source><translation>Schritt des Modells eines Randservers zu den Modellen seiner Clients; der Schritt der Clients, η₂, ist die Lernrate der Variante</translation></message>
<message><source>sFedHP eq. (11)</source><translation>sFedHP, Gl. (11)</translation></message>
<message><source>Pull on the clients' models</source><translation>Zug auf die Clientmodelle</translation></message>
<message><source>Pull of the edge's personal model on its clients' models</source><translation>Zug des persönlichen Modells des Randservers auf die Modelle seiner Clients</translation></message>
<message><source>sFedHP eq. (3)</source><translation>sFedHP, Gl. (3)</translation></message>
<message><source>Pull of the edge's copy of the global model on its personal one</source><translation>Zug der Kopie des globalen Modells beim Randserver auf sein persönliches</translation></message>
<message><source>Penalty on clients</source><translation>Strafe bei Clients</translation></message>
<message><source>Weight of the smooth ℓ₁ penalty on clients' models; 0 in both penalties: FedHP</source><translation>Gewicht der glatten ℓ₁-Strafe auf die Modelle der Clients; 0 bei beiden Strafen: FedHP</translation></message>
<message><source>Penalty on edges</source><translation>Strafe bei Randservern</translation></message>
<message><source>Weight of the smooth ℓ₁ penalty on edges' copies of the global model</source><translation>Gewicht der glatten ℓ₁-Strafe auf die Kopien des globalen Modells bei den Randservern</translation></message>
<message><source>Width of the penalty</source><translation>Breite der Strafe</translation></message>
<message><source>Width over which the penalty is smooth</source><translation>Breite, über die die Strafe glatt ist</translation></message>
<message><source>sFedHP eq. (4)</source><translation>sFedHP, Gl. (4)</translation></message>
<message><source>Weight of the mean</source><translation>Gewicht des Mittelwerts</translation></message>
<message><source>Share of the edges' mean in the next global model</source><translation>Anteil des Mittelwerts der Randserver am nächsten globalen Modell</translation></message>
<message><source>Stop at a gradient of</source><translation>Ende bei Gradient von</translation></message>
<message><source>A client's solve stops when the squared gradient falls to this; 0: after K steps</source><translation>Die Lösung eines Clients endet, wenn der quadrierte Gradient auf diesen Wert fällt; 0: nach K Schritten</translation></message>
<message><source>sFedHP eq. (9)</source><translation>sFedHP, Gl. (9)</translation></message>
<message><source>Inner solver</source><translation>Innerer Löser</translation></message>
<message><source>Steps of the arm's optimiser (gd), or Nesterov's accelerated gradient, which uses only its learning rate</source><translation>Schritte des Optimierers der Variante (gd) oder Nesterovs beschleunigter Gradient, der nur dessen Lernrate verwendet</translation></message>
<message><source>sFedHP §III-B</source><translation>sFedHP, §III-B</translation></message>
<message><source>Solve starts from</source><translation>Lösung beginnt mit</translation></message>
<message><source>A solve starts at the client's last model of this round, or at the edge's personal model (center)</source><translation>Eine Lösung beginnt beim letzten Modell des Clients in dieser Runde oder beim persönlichen Modell des Randservers (center)</translation></message>
<message><source>Weight decay</source><translation>Gewichtsabnahme</translation></message>
<message><source>ℓ₂ term of the clients' loss: this times the model is added to its gradient</source><translation>ℓ₂-Term des Verlusts der Clients: Dies mal das Modell wird zu dessen Gradienten addiert</translation></message>
<message><source>Counts as zero</source><translation>Zählt als null</translation></message>
<message><source>Entries up to this size count as zero</source><translation>Einträge bis zu dieser Größe zählen als null</translation></message>
<message><source>sFedHP Remark 1</source><translation>sFedHP, Bemerkung 1</translation></message>
<message><source>Penalties become tiny</source><translation>Strafen werden winzig</translation></message>
<message><source>Penalties become tiny: γ₁ once clients are sparse and γ₂ after enough rounds (respectively), both once both hold (joint), or never (constant)</source><translation>Strafen werden winzig: γ₁, sobald die Clients dünn besetzt sind, und γ₂ nach genügend Runden (respectively), beide, sobald beides gilt (joint), oder nie (constant)</translation></message>
<message><source>Tiny penalty</source><translation>Winzige Strafe</translation></message>
<message><source>Weight of a penalty once it is tiny</source><translation>Gewicht einer Strafe, sobald sie winzig ist</translation></message>
<message><source>Sparse below</source><translation>Dünn besetzt unter</translation></message>
<message><source>Clients are sparse once their share of non-zero entries is below this</source><translation>Clients sind dünn besetzt, sobald ihr Anteil von Einträgen ungleich null darunter liegt</translation></message>
<message><source>Enough rounds</source><translation>Genügend Runden</translation></message>
<message><source>Rounds after which penalties can become tiny</source><translation>Runden, nach denen Strafen winzig werden können</translation></message>
<message><source>Send zeros as zeros</source><translation>Nullen als Nullen senden</translation></message>
<message><source>With a penalty, sends entries that count as zero as zeros</source><translation>Sendet mit einer Strafe Einträge, die als null zählen, als Nullen</translation></message>
<message><source>Models are sent</source><translation>Modelle werden gesendet</translation></message>
<message><source>With a penalty, what says where a sent model is not zero: Remark 1 to the letter, its bitmap alone, or nothing, because every entry is sent (dense)</source><translation>Was mit einer Strafe angibt, wo ein gesendetes Modell nicht null ist: Bemerkung 1 nach dem Wortlaut, nur deren Bitmap oder nichts, weil jeder Eintrag gesendet wird (dense)</translation></message>
<message><source>Train selected edges only</source><translation>Nur gewählte Randserver trainieren</translation></message>
<message><source>Edges that are not averaged do not train: the same global model for less work</source><translation>Randserver, die nicht gemittelt werden, trainieren nicht: dasselbe globale Modell mit weniger Arbeit</translation></message>
<message><source>pFedMe</source><translation>pFedMe</translation></message>
<message><source>Every client finds a personal model near its copy of the global one, which follows it; the copies are averaged. Local work is the inner steps of one mini-batch in each local round; the arm's local steps and epochs do not count. A client that is not drawn does no work and keeps its last personal model; in the paper all clients work.</source><translation>Jeder Client findet ein persönliches Modell nahe seiner Kopie des globalen, die diesem folgt; die Kopien werden gemittelt. Lokale Arbeit sind die inneren Schritte eines Ministapels in jeder lokalen Runde; lokale Schritte und Epochen der Variante zählen nicht. Ein Client, der nicht gezogen wird, leistet keine Arbeit und behält sein letztes persönliches Modell; im Artikel arbeiten alle Clients.</translation></message>
<message><source>Strength of the pull of the personal model towards the client's copy of the global one</source><translation>Stärke, mit der das persönliche Modell zur Kopie des globalen beim Client gezogen wird</translation></message>
<message><source>pFedMe eq. (2)</source><translation>pFedMe, Gl. (2)</translation></message>
<message><source>Steps on one mini-batch that find a personal model; their length is the arm's learning rate</source><translation>Schritte auf einem Ministapel, die ein persönliches Modell finden; ihre Länge ist die Lernrate der Variante</translation></message>
<message><source>pFedMe Algorithm 1</source><translation>pFedMe, Algorithmus 1</translation></message>
<message><source>Local rounds</source><translation>Lokale Runden</translation></message>
<message><source>Personal models found, one after another, before the server averages</source><translation>Persönliche Modelle, die nacheinander gefunden werden, bevor der Server mittelt</translation></message>
<message><source>local rounds</source><translation>lokale Runden</translation></message>
<message><source>Global model's step</source><translation>Schritt des globalen Modells</translation></message>
<message><source>Step of a client's copy of the global model, times λ, towards the personal one</source><translation>Schritt der Kopie des globalen Modells bei einem Client, mal λ, zum persönlichen</translation></message>
<message><source>Share of the clients' mean in the next global model</source><translation>Anteil des Mittelwerts der Clients am nächsten globalen Modell</translation></message>
<message><source>Personal weight decay</source><translation>Persönliche Gewichtsabnahme</translation></message>
<message><source>This times θ is added to the gradient of θ</source><translation>Dies mal θ wird zum Gradienten von θ addiert</translation></message>
<message><source>A solve starts at the last personal model of this round, or at the client's copy of the global one (center)</source><translation>Eine Lösung beginnt beim letzten persönlichen Modell dieser Runde oder bei der Kopie des globalen beim Client (center)</translation></message>
<message><source>pFedGP</source><translation>pFedGP</translation></message>
<message><source>The clients learn common features. Each client classifies them with a Gaussian process on its own samples, which never leaves it.</source><translation>Die Clients lernen gemeinsame Merkmale. Jeder Client klassifiziert sie mit einem Gauß-Prozess auf seinen eigenen Beispielen, der ihn nie verlässt.</translation></message>
<message><source>Output scale</source><translation>Ausgabeskala</translation></message>
<message><source>The kernel's value for two equal samples; it limits how far a probability can move away from ½</source><translation>Wert des Kerns für zwei gleiche Beispiele; er begrenzt, wie weit sich eine Wahrscheinlichkeit von ½ entfernen kann</translation></message>
<message><source>Length scale</source><translation>Längenskala</translation></message>
<message><source>Distance in feature space beyond which samples say little about each other</source><translation>Abstand im Merkmalsraum, jenseits dessen Beispiele wenig übereinander aussagen</translation></message>
<message><source>Jitter</source><translation>Jitter</translation></message>
<message><source>Added to the diagonal of the kernel matrix, which equal samples would make singular</source><translation>Wird zur Diagonale der Kernmatrix addiert, die durch gleiche Beispiele singulär würde</translation></message>
<message><source>Steps of a Gibbs chain</source><translation>Schritte einer Gibbs-Kette</translation></message>
<message><source>Steps of a Gibbs chain before its weights are used</source><translation>Schritte einer Gibbs-Kette, bevor ihre Gewichte verwendet werden</translation></message>
<message><source>Chains in training</source><translation>Ketten beim Training</translation></message>
<message><source>Gibbs chains averaged for a prediction in training</source><translation>Gibbs-Ketten, die für eine Vorhersage beim Training gemittelt werden</translation></message>
<message><source>chains</source><translation>Ketten</translation></message>
<message><source>Chains in evaluation</source><translation>Ketten bei der Auswertung</translation></message>
<message><source>Gibbs chains averaged for a prediction in evaluation</source><translation>Gibbs-Ketten, die für eine Vorhersage bei der Auswertung gemittelt werden</translation></message>
<message><source>Samples predicted from</source><translation>Grundlage der Vorhersage</translation></message>
<message><source>Training samples of a client that an evaluation predicts from, in the proportions of its classes. The time grows with their cube. 0: all, as in the paper</source><translation>Trainingsbeispiele eines Clients, aus denen eine Auswertung vorhersagt, in den Anteilen seiner Klassen. Die Zeit wächst mit ihrer dritten Potenz. 0: alle, wie im Artikel</translation></message>
<message><source>Share predicted</source><translation>Vorhergesagter Anteil</translation></message>
<message><source>Share of each class in a mini-batch that is predicted from the rest; a mini-batch as large as the client's data contains all of it</source><translation>Anteil jeder Klasse in einem Ministapel, der aus dem Rest vorhergesagt wird; ein Ministapel, so groß wie die Daten des Clients, enthält sie alle</translation></message>
<message><source>more than %1 and less than %2</source><translation>größer als %1 und kleiner als %2</translation></message>
<message><source>a number, more than %1 and less than %2</source><translation>eine Zahl, größer als %1 und kleiner als %2</translation></message>
<message><source>Longest gradient</source><translation>Längster Gradient</translation></message>
<message><source>A longer gradient is cut to this length; 0: gradients are not cut</source><translation>Ein längerer Gradient wird auf diese Länge gekürzt; 0: Gradienten werden nicht gekürzt</translation></message>
<message><source>Per-FedAvg</source><translation>Per-FedAvg</translation></message>
<message><source>The clients search for a common model that one step on a client's own data makes good for that client. The method steps by the arm's learning rate alone: momentum, Adam and weight decay do not count.</source><translation>Die Clients suchen ein gemeinsames Modell, das ein Schritt auf den eigenen Daten eines Clients gut für diesen Client macht. Die Methode geht Schritte allein mit der Lernrate der Variante: Momentum, Adam und Gewichtsabnahme zählen nicht.</translation></message>
<message><source>Inner learning rate</source><translation>Innere Lernrate</translation></message>
<message><source>Length of the step that makes the global model personal; β, that of the global model, is the arm's learning rate</source><translation>Länge des Schritts, der das globale Modell persönlich macht; β, die des globalen Modells, ist die Lernrate der Variante</translation></message>
<message><source>Per-FedAvg Algorithm 1</source><translation>Per-FedAvg, Algorithmus 1</translation></message>
<message><source>Derivative</source><translation>Ableitung</translation></message>
<message><source>firstOrder leaves the second derivative out; hessian approximates it by differences of gradients, at three times the work</source><translation>firstOrder lässt die zweite Ableitung weg; hessian nähert sie durch Differenzen von Gradienten an, mit der dreifachen Arbeit</translation></message>
<message><source>Per-FedAvg §5</source><translation>Per-FedAvg, §5</translation></message>
<message><source>FedAMP</source><translation>FedAMP</translation></message>
<message><source>Every client trains near a mix of all models in which those close to its own count most. A sampler chooses who trains. Its weights and repeated draws do not change the mixes.</source><translation>Jeder Client trainiert nahe einer Mischung aller Modelle, in der die seinem eigenen nahen am meisten zählen. Eine Auswahl bestimmt, wer trainiert. Ihre Gewichte und wiederholten Ziehungen ändern die Mischungen nicht.</translation></message>
<message><source>Reach of attention</source><translation>Reichweite der Aufmerksamkeit</translation></message>
<message><source>Squared distance at which attention has fallen to 1/e</source><translation>Quadrierter Abstand, bei dem die Aufmerksamkeit auf 1/e gefallen ist</translation></message>
<message><source>FedAMP eq. (2)</source><translation>FedAMP, Gl. (2)</translation></message>
<message><source>Cloud step</source><translation>Schritt der Cloud</translation></message>
<message><source>Length of the cloud's step; a longer one pulls clients less</source><translation>Länge des Schritts der Cloud; ein längerer zieht die Clients weniger</translation></message>
<message><source>FedAMP eq. (4)</source><translation>FedAMP, Gl. (4)</translation></message>
<message><source>Pull of the cloud's mix</source><translation>Zug der Mischung der Cloud</translation></message>
<message><source>Strength of the pull of a client towards the model that the cloud mixed for it</source><translation>Stärke, mit der ein Client zu dem Modell gezogen wird, das die Cloud für ihn gemischt hat</translation></message>
<message><source>FedAMP eq. (1)</source><translation>FedAMP, Gl. (1)</translation></message>
<message><source>HeurFedAMP</source><translation>HeurFedAMP</translation></message>
<message><source>FedAMP for deep networks: closeness is the cosine, and the share of a client's own model is a setting. A sampler chooses who trains. Its weights and repeated draws do not change the mixes.</source><translation>FedAMP für tiefe Netze: Nähe ist der Kosinus, und der Anteil des eigenen Modells eines Clients ist eine Einstellung. Eine Auswahl bestimmt, wer trainiert. Ihre Gewichte und wiederholten Ziehungen ändern die Mischungen nicht.</translation></message>
<message><source>Weight of the own model</source><translation>Gewicht des eigenen Modells</translation></message>
<message><source>Share of a client's own model in its mix</source><translation>Anteil des eigenen Modells eines Clients an seiner Mischung</translation></message>
<message><source>HeurFedAMP; α in sFedHP</source><translation>HeurFedAMP; α in sFedHP</translation></message>
<message><source>Sharpness</source><translation>Schärfe</translation></message>
<message><source>A larger value gives models of similar direction more weight</source><translation>Ein größerer Wert gibt Modellen ähnlicher Richtung mehr Gewicht</translation></message>
<message><source>HeurFedAMP eq. (11)</source><translation>HeurFedAMP, Gl. (11)</translation></message>
<message><source>SCAFFOLD</source><translation>SCAFFOLD</translation></message>
<message><source>FedAvg with control variates: the difference between the mean gradient and the client's own, as estimated so far, corrects every local step. Twice the traffic. The arm's optimiser must be SGD without momentum.</source><translation>FedAvg mit Kontrollvariablen: Die Differenz zwischen dem mittleren Gradienten und dem eigenen des Clients, wie bisher geschätzt, korrigiert jeden lokalen Schritt. Doppelter Datenverkehr. Der Optimierer der Variante muss SGD ohne Momentum sein.</translation></message>
<message><source>Server step</source><translation>Serverschritt</translation></message>
<message><source>Step of the server along the participants' mean change</source><translation>Schritt des Servers entlang der mittleren Änderung der Teilnehmer</translation></message>
<message><source>SCAFFOLD Algorithm 1</source><translation>SCAFFOLD, Algorithmus 1</translation></message>
<message><source>FedDyn</source><translation>FedDyn</translation></message>
<message><source>Adds a proximal and a linear term to each client's loss. The linear term changes every round, so that the common optimum becomes each client's own.</source><translation>Addiert einen proximalen und einen linearen Term zum Verlust jedes Clients. Der lineare Term ändert sich in jeder Runde, sodass das gemeinsame Optimum zum eigenen jedes Clients wird.</translation></message>
<message><source>Strength of the regulariser</source><translation>Stärke der Regularisierung</translation></message>
<message><source>Strength of the dynamic regulariser</source><translation>Stärke der dynamischen Regularisierung</translation></message>
<message><source>FedDyn Algorithm 1; μ in HiCS-FL §6.8.2</source><translation>FedDyn, Algorithmus 1; μ in HiCS-FL, §6.8.2</translation></message>
<message><source>FedAvg, measuring Assumption 1</source><translation>FedAvg mit Messung von Annahme 1</translation></message>
<message><source>FedAvg that also measures the distance of each client's gradient from that of all data together, to compare it with the entropy of the client's labels.</source><translation>FedAvg, das auch den Abstand des Gradienten jedes Clients von dem aller Daten zusammen misst, um ihn mit der Entropie der Klassen des Clients zu vergleichen.</translation></message>
<message><source>Measure every</source><translation>Messen alle</translation></message>
<message><source>Rounds between two measurements; each costs about as much as a local epoch of all clients</source><translation>Runden zwischen zwei Messungen; jede kostet etwa so viel wie eine lokale Epoche aller Clients</translation></message>
<message><source>HiCS-FL §6.2</source><translation>HiCS-FL, §6.2</translation></message>
<message><source>Times the learning rate</source><translation>Vielfaches der Lernrate</translation></message>
<message><source>Multiplies gradients by the learning rate, as in the paper's figure</source><translation>Multipliziert Gradienten mit der Lernrate, wie in der Abbildung des Artikels</translation></message>
<message><source>HiCS-FL Figure 6</source><translation>HiCS-FL, Abbildung 6</translation></message>
<message><source>Share within the curves</source><translation>Anteil zwischen den Kurven</translation></message>
<message><source>Share of the points that lie between the two fitted curves</source><translation>Anteil der Punkte, die zwischen den beiden angepassten Kurven liegen</translation></message>
<message><source>Everybody</source><translation>Alle</translation></message>
<message><source>Every client takes part in every round.</source><translation>Jeder Client nimmt an jeder Runde teil.</translation></message>
<message><source>Random</source><translation>Zufällig</translation></message>
<message><source>A fixed number of clients, drawn without replacement in proportion to their samples.</source><translation>Eine feste Zahl von Clients, ohne Zurücklegen im Verhältnis zu ihren Beispielen gezogen.</translation></message>
<message><source>Participants</source><translation>Teilnehmer</translation></message>
<message><source>Clients that take part in a round; all if there are fewer</source><translation>Clients, die an einer Runde teilnehmen; alle, falls es weniger gibt</translation></message>
<message><source>HiCS-FL Algorithm 1</source><translation>HiCS-FL, Algorithmus 1</translation></message>
<message><source>clients</source><translation>Clients</translation></message>
<message><source>Uniform</source><translation>Gleichverteilt</translation></message>
<message><source>Equal chances instead of chances in proportion to a client's samples</source><translation>Gleiche Chancen statt Chancen im Verhältnis zu den Beispielen eines Clients</translation></message>
<message><source>Power-of-choice</source><translation>Power-of-choice</translation></message>
<message><source>Draws candidates in proportion to their samples, evaluates the model on their data, and takes those with the largest loss. The first round is random.</source><translation>Zieht Kandidaten im Verhältnis zu ihren Beispielen, wertet das Modell auf ihren Daten aus und nimmt die mit dem größten Verlust. Die erste Runde ist zufällig.</translation></message>
<message><source>Candidates</source><translation>Kandidaten</translation></message>
<message><source>Clients that report their loss, at least as many as take part and at most all; 0: by the candidates per participant</source><translation>Clients, die ihren Verlust melden, mindestens so viele, wie teilnehmen, und höchstens alle; 0: nach den Kandidaten je Teilnehmer</translation></message>
<message><source>Power-of-Choice §3.1</source><translation>Power-of-Choice, §3.1</translation></message>
<message><source>Candidates per participant</source><translation>Kandidaten je Teilnehmer</translation></message>
<message><source>Candidates for each participant, where no number of candidates is set; 0: every client is a candidate (ideal)</source><translation>Kandidaten für jeden Teilnehmer, wo keine Zahl von Kandidaten gesetzt ist; 0: Jeder Client ist Kandidat (ideal)</translation></message>
<message><source>HiCS-FL §6.1.2</source><translation>HiCS-FL, §6.1.2</translation></message>
<message><source>Clustered sampling</source><translation>Clusterauswahl</translation></message>
<message><source>Clusters clients by the angles between their updates and draws one from each of K distributions. The draw is unbiased: average uniformly. A client drawn twice trains once and counts twice, in methods that average their participants.</source><translation>Teilt Clients nach den Winkeln zwischen ihren Updates in Cluster ein und zieht je einen aus K Verteilungen. Die Ziehung ist unverzerrt: gleich gewichtet mitteln. Ein zweimal gezogener Client trainiert einmal und zählt zweimal, bei Methoden, die ihre Teilnehmer mitteln.</translation></message>
<message><source>Warm-up rounds</source><translation>Aufwärmrunden</translation></message>
<message><source>Rounds of draws in proportion to the clients' samples, before updates are clustered</source><translation>Runden mit Ziehungen im Verhältnis zu den Beispielen der Clients, bevor Updates in Cluster eingeteilt werden</translation></message>
<message><source>released code</source><translation>veröffentlichter Code</translation></message>
<message><source>Wait for every client</source><translation>Auf jeden Client warten</translation></message>
<message><source>The warm-up continues until every client has taken part</source><translation>Das Aufwärmen dauert, bis jeder Client teilgenommen hat</translation></message>
<message><source>Angle to no update</source><translation>Winkel zu keinem Update</translation></message>
<message><source>Angle to an update without length, such as that of a client not yet seen</source><translation>Winkel zu einem Update ohne Länge, wie dem eines noch nicht gesehenen Clients</translation></message>
<message><source>radians</source><translation>Radiant</translation></message>
<message><source>Distances of Ward's method</source><translation>Abstände der Ward-Methode</translation></message>
<message><source>Ward's method works on the rows of the distance matrix, as in the released code, or on its entries (condensed)</source><translation>Die Ward-Methode arbeitet auf den Zeilen der Abstandsmatrix, wie im veröffentlichten Code, oder auf ihren Einträgen (condensed)</translation></message>
<message><source>DivFL</source><translation>DivFL</translation></message>
<message><source>Chooses clients whose updates represent all updates best: greedy facility location.</source><translation>Wählt Clients, deren Updates alle Updates am besten vertreten: Standortplanung mit Greedy-Verfahren.</translation></message>
<message><source>Clients compared by</source><translation>Clients verglichen nach</translation></message>
<message><source>Compares every client's gradient of one mini-batch (ideal), every client's whole local work (the released code's ideal), or what the participants of earlier rounds sent (stale)</source><translation>Vergleicht den Gradienten jedes Clients auf einem Ministapel (ideal), die ganze lokale Arbeit jedes Clients (das Ideal des veröffentlichten Codes) oder das, was die Teilnehmer früherer Runden gesendet haben (stale)</translation></message>
<message><source>Share compared</source><translation>Verglichener Anteil</translation></message>
<message><source>Share of the clients that each greedy choice compares, at least as many as take part; 1: all of them</source><translation>Anteil der Clients, die jede Greedy-Wahl vergleicht, mindestens so viele, wie teilnehmen; 1: alle</translation></message>
<message><source>Weigh by represented clients</source><translation>Nach vertretenen Clients gewichten</translation></message>
<message><source>A participant counts for the number of clients nearest to it, in methods that average their participants; a method's own weights do not change</source><translation>Ein Teilnehmer zählt für die Zahl der Clients, die ihm am nächsten sind, bei Methoden, die ihre Teilnehmer mitteln; eigene Gewichte einer Methode ändern sich nicht</translation></message>
<message><source>HiCS-FL</source><translation>HiCS-FL</translation></message>
<message><source>Estimates from a client's update of the output layer how balanced its labels are, clusters clients by that and by the update's direction, and prefers balanced clusters in early rounds. Clients send and compute nothing for it; the server's work is the time of the phase called sample.</source><translation>Schätzt aus dem Update der Ausgabeschicht eines Clients, wie ausgewogen seine Klassen sind, teilt Clients danach und nach der Richtung des Updates in Cluster ein und bevorzugt in frühen Runden ausgewogene Cluster. Clients senden und berechnen dafür nichts; die Arbeit des Servers ist die Zeit der Phase namens sample.</translation></message>
<message><source>Clusters</source><translation>Cluster</translation></message>
<message><source>Number of clusters; 0: as many as participants, as in all of the paper's experiments</source><translation>Zahl der Cluster; 0: so viele wie Teilnehmer, wie in allen Experimenten des Artikels</translation></message>
<message><source>clusters</source><translation>Cluster</translation></message>
<message><source>Temperature</source><translation>Temperatur</translation></message>
<message><source>Temperature of the softmax that turns a bias update into a distribution; it depends on the learning rate and the local steps</source><translation>Temperatur der Softmax-Funktion, die ein Bias-Update in eine Verteilung umwandelt; sie hängt von der Lernrate und den lokalen Schritten ab</translation></message>
<message><source>HiCS-FL eq. (8)</source><translation>HiCS-FL, Gl. (8)</translation></message>
<message><source>Weight of the angle</source><translation>Gewicht des Winkels</translation></message>
<message><source>Weight of the angle between updates in the distance; 1 − λ weighs the difference of the entropies</source><translation>Gewicht des Winkels zwischen Updates im Abstand; 1 − λ gewichtet die Differenz der Entropien</translation></message>
<message><source>HiCS-FL eq. (9)</source><translation>HiCS-FL, Gl. (9)</translation></message>
<message><source>Preference at the start</source><translation>Bevorzugung am Anfang</translation></message>
<message><source>How strongly clusters of high entropy are preferred at the start; falls linearly to 0</source><translation>Wie stark Cluster hoher Entropie am Anfang bevorzugt werden; fällt linear auf 0</translation></message>
<message><source>HiCS-FL eq. (10)</source><translation>HiCS-FL, Gl. (10)</translation></message>
<message><source>Preference ends after</source><translation>Bevorzugung endet nach</translation></message>
<message><source>Round in which γ reaches 0; 0: the run's last round</source><translation>Runde, in der γ 0 erreicht; 0: die letzte Runde des Laufs</translation></message>
<message><source>Entropies estimated from</source><translation>Entropien geschätzt aus</translation></message>
<message><source>Estimates entropies from the output layer's bias, or from the row means of its weights</source><translation>Schätzt Entropien aus dem Bias der Ausgabeschicht oder aus den Zeilenmittelwerten ihrer Gewichte</translation></message>
<message><source>Angles measured between</source><translation>Winkel gemessen zwischen</translation></message>
<message><source>Measures angles between changes of the output layer's bias, or of its weights and bias</source><translation>Misst Winkel zwischen Änderungen des Bias der Ausgabeschicht oder ihrer Gewichte samt Bias</translation></message>
<message><source>Updates kept</source><translation>Behaltene Updates</translation></message>
<message><source>Keeps a client's last update, or only its first one (warmUpOnly)</source><translation>Behält das letzte Update eines Clients oder nur sein erstes (warmUpOnly)</translation></message>
<message><source>First rounds draw</source><translation>Erste Runden ziehen</translation></message>
<message><source>The first rounds draw every client once: at random from those not seen yet; or, as in the released code, in blocks of ids without the last N mod K</source><translation>Die ersten Runden ziehen jeden Client einmal: zufällig aus den noch nicht gesehenen; oder, wie im veröffentlichten Code, in Blöcken von Nummern ohne die letzten N mod K</translation></message>
<message><source>Draw in a cluster</source><translation>Ziehung im Cluster</translation></message>
<message><source>Draws inside a cluster in proportion to samples (bySize); or, as in the released code, draws first the number from each cluster, then members with equal chances</source><translation>Zieht innerhalb eines Clusters im Verhältnis zu den Beispielen (bySize); oder zieht, wie im veröffentlichten Code, zuerst die Zahl je Cluster, dann Mitglieder mit gleichen Chancen</translation></message>
<message><source>Least variance</source><translation>Mindestvarianz</translation></message>
<message><source>Draws as clustered sampling does, from the same tree, in rounds where the variance of the estimated entropies is at least this; 0: never</source><translation>Zieht wie die Clusterauswahl, aus demselben Baum, in Runden, in denen die Varianz der geschätzten Entropien mindestens so groß ist; 0: nie</translation></message>
<message><source>Even out learning rates</source><translation>Lernraten ausgleichen</translation></message>
<message><source>Multiplies an update by η⁰/ηᵗ, so that old and new ones compare when the learning rate falls</source><translation>Multipliziert ein Update mit η⁰/ηᵗ, damit alte und neue vergleichbar sind, wenn die Lernrate fällt</translation></message>
<message><source>HiCS-FL with a probe</source><translation>HiCS-FL mit Probe</translation></message>
<message><source>HiCS-FL with entropies that compare: before its first round every client sends its gradient of the output layer's bias at the initial weights. Costs one pass over every client's samples and one number per class from each; from those numbers the server can estimate each client's label shares.</source><translation>HiCS-FL mit Entropien, die vergleichbar sind: Vor seiner ersten Runde sendet jeder Client seinen Gradienten des Bias der Ausgabeschicht an den Anfangsgewichten. Kostet einen Durchgang über die Beispiele jedes Clients und eine Zahl je Klasse von jedem; aus diesen Zahlen kann der Server die Klassenanteile jedes Clients schätzen.</translation></message>
<message><source>HiCS-FL with true entropies</source><translation>HiCS-FL mit wahren Entropien</translation></message>
<message><source>HiCS-FL with every client's true labels instead of estimates from updates, so that no first look at every client is needed. Possible in a simulation only.</source><translation>HiCS-FL mit den wahren Klassen jedes Clients statt Schätzungen aus den Updates, sodass kein erster Blick auf jeden Client nötig ist. Nur in einer Simulation möglich.</translation></message>
<message><source>Plain loss</source><translation>Reiner Verlust</translation></message>
<message><source>The mean loss of the mini-batch alone.</source><translation>Allein der mittlere Verlust des Stapels.</translation></message>
<message><source>Proximal (FedProx)</source><translation>Proximal (FedProx)</translation></message>
<message><source>Keeps a client near the model it received, so that unlike clients drift apart less.</source><translation>Hält einen Client nahe am empfangenen Modell, sodass ungleiche Clients weniger auseinanderlaufen.</translation></message>
<message><source>Pull of the received model</source><translation>Zug des empfangenen Modells</translation></message>
<message><source>Pull of the received model: μ/2·‖w − wᵗ‖² is added to the loss</source><translation>Zug des empfangenen Modells: μ/2·‖w − wᵗ‖² wird zum Verlust addiert</translation></message>
<message><source>FedProx eq. (2)</source><translation>FedProx, Gl. (2)</translation></message>
<message><source>Contrast with models (MOON)</source><translation>Kontrast mit Modellen (MOON)</translation></message>
<message><source>Pulls a client's features towards those of the model it received and away from those of its own previous model.</source><translation>Zieht die Merkmale eines Clients zu denen des empfangenen Modells hin und von denen seines eigenen vorigen Modells weg.</translation></message>
<message><source>Weight of the contrast</source><translation>Gewicht des Kontrasts</translation></message>
<message><source>Weight of the contrast beside the loss</source><translation>Gewicht des Kontrasts neben dem Verlust</translation></message>
<message><source>MOON eq. (5), HiCS-FL eq. (91)</source><translation>MOON, Gl. (5); HiCS-FL, Gl. (91)</translation></message>
<message><source>Temperature of the contrast</source><translation>Temperatur des Kontrasts</translation></message>
<message><source>MOON eq. (3)</source><translation>MOON, Gl. (3)</translation></message>
<message><source>SGD</source><translation>SGD</translation></message>
<message><source>Stochastic gradient descent, with optional momentum and weight decay.</source><translation>Stochastischer Gradientenabstieg, wahlweise mit Momentum und Gewichtsabnahme (weight decay).</translation></message>
<message><source>Length of a step along the gradient, in the first round</source><translation>Länge eines Schritts entlang des Gradienten, in der ersten Runde</translation></message>
<message><source>Momentum</source><translation>Momentum</translation></message>
<message><source>Share of the last direction kept: v ← m·v + d, w ← w − η·v</source><translation>Anteil der letzten Richtung, der bleibt: v ← m·v + d, w ← w − η·v</translation></message>
<message><source>λ·w is added to the gradient before momentum</source><translation>λ·w wird vor dem Momentum zum Gradienten addiert</translation></message>
<message><source>Adam</source><translation>Adam</translation></message>
<message><source>Steps scaled by running moments of the gradient.</source><translation>Schritte, skaliert mit laufenden Momenten des Gradienten.</translation></message>
<message><source>Length of a step, in the first round</source><translation>Länge eines Schritts, in der ersten Runde</translation></message>
<message><source>Decay of the mean</source><translation>Abklingen des Mittelwerts</translation></message>
<message><source>Decay of the running mean of gradients</source><translation>Abklingen des laufenden Mittelwerts der Gradienten</translation></message>
<message><source>at least %1 and less than %2</source><translation>mindestens %1 und kleiner als %2</translation></message>
<message><source>a number, at least %1 and less than %2</source><translation>eine Zahl, mindestens %1 und kleiner als %2</translation></message>
<message><source>Decay of the mean square</source><translation>Abklingen des mittleren Quadrats</translation></message>
<message><source>Decay of the running mean of squared gradients</source><translation>Abklingen des laufenden Mittelwerts der quadrierten Gradienten</translation></message>
<message><source>Keeps the division finite</source><translation>Hält die Division endlich</translation></message>
<message><source>The same learning rate in every round.</source><translation>In jeder Runde dieselbe Lernrate.</translation></message>
<message><source>Exponential</source><translation>Exponentiell</translation></message>
<message><source>Each round multiplies the learning rate by a constant factor.</source><translation>Jede Runde multipliziert die Lernrate mit einem konstanten Faktor.</translation></message>
<message><source>Factor</source><translation>Faktor</translation></message>
<message><source>η of round t is η₀·factorᵗ, t from 0</source><translation>η der Runde t ist η₀·factorᵗ, t ab 0</translation></message>
<message><source>Step</source><translation>Stufen</translation></message>
<message><source>The learning rate is multiplied by a factor every few rounds.</source><translation>Die Lernrate wird alle paar Runden mit einem Faktor multipliziert.</translation></message>
<message><source>Change every</source><translation>Änderung alle</translation></message>
<message><source>Rounds between two changes</source><translation>Runden zwischen zwei Änderungen</translation></message>
<message><source>Each change multiplies η by this factor</source><translation>Jede Änderung multipliziert η mit diesem Faktor</translation></message>
<message><source>Floor</source><translation>Untergrenze</translation></message>
<message><source>η never falls below this; 0: no limit</source><translation>η fällt nie darunter; 0: keine Grenze</translation></message>
<message><source>Inverse</source><translation>Invers</translation></message>
<message><source>The learning rate falls as one over the round.</source><translation>Die Lernrate fällt wie eins durch die Runde.</translation></message>
<message><source>Speed of decay</source><translation>Tempo des Abfalls</translation></message>
<message><source>η of round t is η₀/(μ·(t + 1)), the rate that convergence proofs assume</source><translation>η der Runde t ist η₀/(μ·(t + 1)), die Rate, die Konvergenzbeweise annehmen</translation></message>
<message><source>Glyph digits</source><translation>Gezeichnete Ziffern</translation></message>
<message><source>28×28 grey pictures of the digits 0 to 9, drawn by a simulated pen: several ways to write each digit, random slant, size, place, line width and noise.</source><translation>28×28 graue Bilder der Ziffern 0 bis 9, gezeichnet von einem simulierten Stift: mehrere Schreibweisen jeder Ziffer, Neigung, Größe, Lage, Strichbreite und Rauschen zufällig.</translation></message>
<message><source>how many digits are drawn; fewer are the beginning of more</source><translation>wie viele Ziffern gezeichnet werden; eine kleinere Menge ist der Anfang einer größeren</translation></message>
<message><source>which digits are drawn; the runs of an experiment share them</source><translation>welche Ziffern gezeichnet werden; die Läufe eines Experiments teilen sie</translation></message>
<message><source>Noise</source><translation>Rauschen</translation></message>
<message><source>standard deviation of the pixel noise, as a share of full ink</source><translation>Standardabweichung des Pixelrauschens, als Anteil der vollen Schwärze</translation></message>
<message><source>Glyph digits in five domains</source><translation>Gezeichnete Ziffern in fünf Domänen</translation></message>
<message><source>The digits 0 to 9 in five styles: clean strokes, street numbers between neighbours, 16×16 scans, coloured fonts, and strokes on texture. A stand-in for the Digit task, whose data sets differ likewise.</source><translation>Die Ziffern 0 bis 9 in fünf Stilen: klare Striche, Hausnummern zwischen Nachbarn, 16×16-Scans, farbige Schriften und Striche auf Textur. Ein Ersatz für die Aufgabe Digit, deren Datensätze sich ebenso unterscheiden.</translation></message>
<message><source>to train on, of each of the five domains</source><translation>zum Trainieren, aus jeder der fünf Domänen</translation></message>
<message><source>in the official test set, of each domain</source><translation>in der offiziellen Testmenge, aus jeder Domäne</translation></message>
<message><source>Shape of a picture</source><translation>Form eines Bildes</translation></message>
<message><source>height, width and colours of a picture</source><translation>Höhe, Breite und Farben eines Bildes</translation></message>
<message><source>Shapes</source><translation>Formen</translation></message>
<message><source>32×32 colour pictures of ten shapes in any texture, turned, stretched and partly covered, on textured ground. A stand-in for CIFAR-10.</source><translation>32×32 farbige Bilder von zehn Formen in beliebiger Textur, gedreht, gestreckt und teils verdeckt, auf texturiertem Grund. Ein Ersatz für CIFAR-10.</translation></message>
<message><source>pictures to train on; fewer are the beginning of more</source><translation>Bilder zum Trainieren; eine kleinere Menge ist der Anfang einer größeren</translation></message>
<message><source>pictures in the official test set</source><translation>Bilder in der offiziellen Testmenge</translation></message>
<message><source>Difficulty</source><translation>Schwierigkeit</translation></message>
<message><source>0: large, upright, plain and clear; 1: small, turned, in noise, on strong texture and partly covered</source><translation>0: groß, aufrecht, schlicht und klar; 1: klein, gedreht, verrauscht, auf starker Textur und teils verdeckt</translation></message>
<message><source>which pictures; the runs of an experiment share them</source><translation>welche Bilder; die Läufe eines Experiments teilen sie</translation></message>
<message><source>Shapes in textures</source><translation>Formen in Texturen</translation></message>
<message><source>Like Shapes, but shape and texture together are the class: one hundred of them. A stand-in for CIFAR-100.</source><translation>Wie Formen, doch Form und Textur zusammen sind die Klasse: einhundert davon. Ein Ersatz für CIFAR-100.</translation></message>
<message><source>Synthetic regression</source><translation>Synthetische Regression</translation></message>
<message><source>Least squares with an optimum per cluster of clients; samples are made as they are needed, so that no step ever sees one twice. Goes with the partition Natural and the model Linear regression.</source><translation>Kleinste Quadrate mit einem Optimum je Cluster von Clients; Beispiele entstehen nach Bedarf, sodass kein Schritt eines zweimal sieht. Passt zur Aufteilung Natürlich und zum Modell Lineare Regression.</translation></message>
<message><source>numbers in a sample; the paper has 2 and 10</source><translation>Zahlen in einem Beispiel; der Artikel hat 2 und 10</translation></message>
<message><source>All-for-one, synthetic data</source><translation>All-for-one, synthetische Daten</translation></message>
<message><source>how many clients, each with an optimum and a stream of its own</source><translation>wie viele Clients, jeder mit einem eigenen Optimum und eigenem Datenstrom</translation></message>
<message><source>how many optima; client i belongs to cluster i mod clusters</source><translation>wie viele Optima; Client i gehört zum Cluster i mod clusters</translation></message>
<message><source>Range of the optima</source><translation>Bereich der Optima</translation></message>
<message><source>the clusters' optima are uniform from −range to range</source><translation>die Optima der Cluster sind gleichverteilt von −range bis range</translation></message>
<message><source>Spread in a cluster</source><translation>Streuung im Cluster</translation></message>
<message><source>standard deviation of a client's optimum around its cluster's; Fig. 1 has one cluster and 0.001 to 1</source><translation>Standardabweichung des Optimums eines Clients um das seines Clusters; Abb. 1 hat einen Cluster und 0,001 bis 1</translation></message>
<message><source>All-for-one, Fig. 1</source><translation>All-for-one, Abb. 1</translation></message>
<message><source>Constant term</source><translation>Konstanter Term</translation></message>
<message><source>the targets have a constant term, drawn as the optimum is</source><translation>die Zielwerte haben einen konstanten Term, gezogen wie das Optimum</translation></message>
<message><source>standard deviation of the targets around their mean</source><translation>Standardabweichung der Zielwerte um ihren Mittelwert</translation></message>
<message><source>Samples of an epoch</source><translation>Beispiele einer Epoche</translation></message>
<message><source>what counts as a client's epoch, and as its size; every step draws fresh samples</source><translation>was als Epoche eines Clients und als seine Größe zählt; jeder Schritt zieht neue Beispiele</translation></message>
<message><source>test samples of a client, never trained on and drawn anew for every round's evaluation; the paper has 25 batches of 2</source><translation>Testbeispiele eines Clients, nie zum Trainieren benutzt und für die Auswertung jeder Runde neu gezogen; der Artikel hat 25 Stapel zu 2</translation></message>
<message><source>which optima and samples; the runs of an experiment share them</source><translation>welche Optima und Beispiele; die Läufe eines Experiments teilen sie</translation></message>
<message><source>Tabular clinics</source><translation>Kliniken (Tabelle)</translation></message>
<message><source>Patients of a few clinics of unequal size, with 13 features each: who is ill follows a logistic model that the clinics mostly agree on, while their patients differ. A stand-in for the Heart Disease data.</source><translation>Patienten einiger Kliniken ungleicher Größe mit je 13 Merkmalen: Wer krank ist, folgt einem logistischen Modell, in dem die Kliniken weitgehend übereinstimmen, während sich ihre Patienten unterscheiden. Ein Ersatz für die Daten Heart Disease.</translation></message>
<message><source>Sizes of the clinics</source><translation>Größen der Kliniken</translation></message>
<message><source>patients of each clinic; as many clinics as numbers</source><translation>Patienten jeder Klinik; so viele Kliniken wie Zahlen</translation></message>
<message><source>patients</source><translation>Patienten</translation></message>
<message><source>a list of numbers, each from %1 to %2</source><translation>eine Liste von Zahlen, jede von %1 bis %2</translation></message>
<message><source>Shift of the features</source><translation>Verschiebung der Merkmale</translation></message>
<message><source>how far the clinics' mean features lie apart, in standard deviations of a feature</source><translation>wie weit die mittleren Merkmale der Kliniken auseinanderliegen, in Standardabweichungen eines Merkmals</translation></message>
<message><source>Disagreement</source><translation>Uneinigkeit</translation></message>
<message><source>how far the clinics' coefficients lie apart, as a share of the common ones; 0: one model is right for all</source><translation>wie weit die Koeffizienten der Kliniken auseinanderliegen, als Anteil der gemeinsamen; 0: ein Modell ist für alle richtig</translation></message>
<message><source>which patients; the runs of an experiment share them</source><translation>welche Patienten; die Läufe eines Experiments teilen sie</translation></message>
<message><source>Volumes</source><translation>Volumen</translation></message>
<message><source>Small 3-D scans of heads, with a mask of the brain to learn, from three centres whose devices differ in gain, shading and noise. A stand-in for IXI; goes with the model 3-D U-Net.</source><translation>Kleine 3-D-Aufnahmen von Köpfen mit einer zu lernenden Maske des Gehirns, aus drei Zentren, deren Geräte sich in Verstärkung, Schattierung und Rauschen unterscheiden. Ein Ersatz für IXI; passt zum Modell 3-D-U-Net.</translation></message>
<message><source>of all centres together; fewer are the beginning of more</source><translation>aller Zentren zusammen; eine kleinere Menge ist der Anfang einer größeren</translation></message>
<message><source>scans</source><translation>Aufnahmen</translation></message>
<message><source>Depth</source><translation>Tiefe</translation></message>
<message><source>of a scan; the network needs a multiple of 4, and time grows with all three</source><translation>einer Aufnahme; das Netz braucht ein Vielfaches von 4, und die Zeit wächst mit allen drei Maßen</translation></message>
<message><source>voxels</source><translation>Voxel</translation></message>
<message><source>which scans; the runs of an experiment share them</source><translation>welche Aufnahmen; die Läufe eines Experiments teilen sie</translation></message>
<message><source>MNIST</source><translation>MNIST</translation></message>
<message><source>60,000 handwritten digits and 10,000 official test digits, 28×28 grey.</source><translation>60.000 handgeschriebene Ziffern und 10.000 offizielle Testziffern, 28×28 grau.</translation></message>
<message><source>Fashion-MNIST</source><translation>Fashion-MNIST</translation></message>
<message><source>60,000 articles of clothing in ten classes and 10,000 official test pictures, 28×28 grey.</source><translation>60.000 Kleidungsstücke in zehn Klassen und 10.000 offizielle Testbilder, 28×28 grau.</translation></message>
<message><source>EMNIST</source><translation>EMNIST</translation></message>
<message><source>Handwritten digits and letters, 28×28 grey, in six selections; turned upright, which the published files are not.</source><translation>Handgeschriebene Ziffern und Buchstaben, 28×28 grau, in sechs Auswahlen; aufrecht gedreht, was die veröffentlichten Dateien nicht sind.</translation></message>
<message><source>Which of the sets</source><translation>Auswahl</translation></message>
<message><source>which of the six sets: balanced, byMerge (47 classes), byClass (62), letters (26), digits or mnist (10)</source><translation>welche der sechs Auswahlen: balanced, byMerge (47 Klassen), byClass (62), letters (26), digits oder mnist (10)</translation></message>
<message><source>CIFAR-10</source><translation>CIFAR-10</translation></message>
<message><source>50,000 photographs of ten kinds of things and 10,000 official test pictures, 32×32 in colour.</source><translation>50.000 Fotos von zehn Arten von Dingen und 10.000 offizielle Testbilder, 32×32 in Farbe.</translation></message>
<message><source>CIFAR-100</source><translation>CIFAR-100</translation></message>
<message><source>50,000 photographs of a hundred kinds of things and 10,000 official test pictures, 32×32 in colour.</source><translation>50.000 Fotos von hundert Arten von Dingen und 10.000 offizielle Testbilder, 32×32 in Farbe.</translation></message>
<message><source>SVHN</source><translation>SVHN</translation></message>
<message><source>73,257 digits from photographs of house numbers and 26,032 official test digits, 32×32 in colour.</source><translation>73.257 Ziffern aus Fotos von Hausnummern und 26.032 offizielle Testziffern, 32×32 in Farbe.</translation></message>
<message><source>USPS</source><translation>USPS</translation></message>
<message><source>7,291 scanned digits from envelopes and 2,007 official test digits, 16×16 grey.</source><translation>7.291 eingescannte Ziffern von Briefumschlägen und 2.007 offizielle Testziffern, 16×16 grau.</translation></message>
<message><source>SynthDigits</source><translation>SynthDigits</translation></message>
<message><source>479,400 digits set in many fonts before busy backgrounds and 9,553 test digits, 32×32 in colour.</source><translation>479.400 Ziffern in vielen Schriften vor unruhigem Hintergrund und 9.553 Testziffern, 32×32 in Farbe.</translation></message>
<message><source>MNIST-M</source><translation>MNIST-M</translation></message>
<message><source>59,001 of MNIST's digits blended with photographs and 9,001 test digits, 32×32 in colour.</source><translation>59.001 mit Fotos überblendete Ziffern aus MNIST und 9.001 Testziffern, 32×32 in Farbe.</translation></message>
<message><source>HCCT, Digit, at an eighth of its width</source><translation>HCCT, Digit, mit einem Achtel der Breite</translation></message>
<message><source>Digits in five domains</source><translation>Ziffern in fünf Domänen</translation></message>
<message><source>MNIST, SVHN, USPS, SynthDigits and MNIST-M as one data set of five domains, all 28×28 in colour: as many training samples of each, drawn at random.</source><translation>MNIST, SVHN, USPS, SynthDigits und MNIST-M als ein Datensatz aus fünf Domänen, alle 28×28 in Farbe: von jeder gleich viele zufällig gezogene Trainingsbeispiele.</translation></message>
<message><source>to train on, of each domain; a domain with fewer gets some of its test samples</source><translation>zum Trainieren, aus jeder Domäne; eine Domäne mit weniger bekommt einige ihrer Testbeispiele</translation></message>
<message><source>FedBN, as HCCT uses it</source><translation>FedBN, wie HCCT es verwendet</translation></message>
<message><source>in the official test set, of each domain; 0: all there are</source><translation>in der offiziellen Testmenge, aus jeder Domäne; 0: alle vorhandenen</translation></message>
<message><source>Missing domains</source><translation>Fehlende Domänen</translation></message>
<message><source>whether a domain without files is an error or is left out</source><translation>ob eine Domäne ohne Dateien ein Fehler ist oder weggelassen wird</translation></message>
<message><source>which samples are drawn; the runs of an experiment share them</source><translation>welche Beispiele gezogen werden; die Läufe eines Experiments teilen sie</translation></message>
<message><source>Heart Disease</source><translation>Heart Disease</translation></message>
<message><source>740 patients of four hospitals: 13 features and whether they have heart disease. The hospitals are the domains; their features come unscaled, for the preprocessing step standardisePerDomain.</source><translation>740 Patienten von vier Krankenhäusern: 13 Merkmale und ob sie herzkrank sind. Die Krankenhäuser sind die Domänen; ihre Merkmale kommen unskaliert, für den Vorverarbeitungsschritt standardisePerDomain.</translation></message>
<message><source>IXI Tiny</source><translation>IXI Tiny</translation></message>
<message><source>566 head scans of three London hospitals, resized to 48×60×48 and standardised one by one, with a mask of the brain to be found. The hospitals are the domains; 113 scans are the published test split.</source><translation>566 Kopfaufnahmen aus drei Londoner Krankenhäusern, auf 48×60×48 verkleinert und einzeln standardisiert, mit einer zu findenden Maske des Gehirns. Die Krankenhäuser sind die Domänen; 113 Aufnahmen sind der veröffentlichte Testteil.</translation></message>
<message><source>Table (CSV)</source><translation>Tabelle (CSV)</translation></message>
<message><source>A table of your own, plain or gzip: a sample a line, numbers or categories in the columns; a header line is recognised. A column can say whose row it is.</source><translation>Eine eigene Tabelle, unkomprimiert oder gzip: ein Beispiel je Zeile, Zahlen oder Kategorien in den Spalten; eine Kopfzeile wird erkannt. Eine Spalte kann sagen, wessen Zeile es ist.</translation></message>
<message><source>File</source><translation>Datei</translation></message>
<message><source>the file: absolute, or below a data folder or the working directory</source><translation>die Datei: absolut oder unter einem Datenordner oder dem Arbeitsverzeichnis</translation></message>
<message><source>Column of the label</source><translation>Spalte der Klasse</translation></message>
<message><source>the label's column: its name in the header, or its number from 0; empty: the last column</source><translation>die Spalte der Klasse: ihr Name in der Kopfzeile oder ihre Nummer ab 0; leer: die letzte Spalte</translation></message>
<message><source>Columns separated by</source><translation>Spalten getrennt durch</translation></message>
<message><source>what stands between columns; blank: any number of blanks</source><translation>was zwischen den Spalten steht; Leerzeichen: beliebig viele</translation></message>
<message><source>Column of the client</source><translation>Spalte des Clients</translation></message>
<message><source>the column that says whose row it is, by name or number; each of its values is a client of the partition natural; empty: none</source><translation>die Spalte, die sagt, wessen Zeile es ist, nach Name oder Nummer; jeder ihrer Werte ist ein Client der Aufteilung natural; leer: keine</translation></message>
<message><source>Column of the split</source><translation>Spalte der Aufteilung</translation></message>
<message><source>the column that says train or test, by name or number; empty: none</source><translation>die Spalte, die train oder test sagt, nach Name oder Nummer; leer: keine</translation></message>
<message><source>Categories</source><translation>Kategorien</translation></message>
<message><source>columns of categories that hold numbers, by name or number with commas between them; columns of words are categories anyway</source><translation>Spalten von Kategorien, die Zahlen enthalten, nach Name oder Nummer mit Kommas dazwischen; Spalten mit Wörtern sind ohnehin Kategorien</translation></message>
<message><source>Missing values</source><translation>Fehlende Werte</translation></message>
<message><source>what to do about values that are empty, NA, NaN or ?: refuse the table, fill in what the column's training rows give (all rows, where no column and no folder sets test rows apart), or leave such rows out (drop)</source><translation>was mit Werten geschieht, die leer, NA, NaN oder ? sind: die Tabelle ablehnen (refuse), einsetzen, was die Trainingszeilen der Spalte ergeben (alle Zeilen, wenn keine Spalte und kein Ordner Testzeilen nennt), oder solche Zeilen weglassen (drop)</translation></message>
<message><source>Task of the labels</source><translation>Art der Zielwerte</translation></message>
<message><source>whether the labels are classes or numbers to be predicted</source><translation>ob die Zielwerte Klassen oder vorherzusagende Zahlen sind</translation></message>
<message><source>Folder with a file for each client</source><translation>Ordner mit einer Datei je Client</translation></message>
<message><source>Tables (CSV) or NumPy archives (.npz) of your own, a file for each client of the partition natural and named as the client; folders named train and test may stand above the files. What PFLlib writes is read too, and an archive of the folder (.zip, .tar, .tar.gz, .tar.bz2, .tar.xz) as it is.</source><translation>Eigene Tabellen (CSV) oder NumPy-Archive (.npz), eine Datei für jeden Client der Aufteilung natural, die wie der Client heißt; über den Dateien dürfen Ordner namens train und test stehen. Was PFLlib schreibt, wird auch gelesen, und ein Archiv des Ordners (.zip, .tar, .tar.gz, .tar.bz2, .tar.xz), wie es ist.</translation></message>
<message><source>LEAF's files (JSON)</source><translation>Dateien von LEAF (JSON)</translation></message>
<message><source>A federation in the files that LEAF writes, with its own split: every user is a client of the partition natural. Samples are numbers, not text.</source><translation>Eine Föderation in den Dateien, die LEAF schreibt, mit ihrer eigenen Aufteilung: Jeder Nutzer ist ein Client der Aufteilung natural. Beispiele sind Zahlen, kein Text.</translation></message>
<message><source>File or folder</source><translation>Datei oder Ordner</translation></message>
<message><source>a file of LEAF, or the folder that has them in all_data, or in train and test, or an archive of it; absolute, or below a data folder or the working directory</source><translation>eine Datei von LEAF oder der Ordner, der sie in all_data oder in train und test hat, oder ein Archiv davon; absolut oder unter einem Datenordner oder dem Arbeitsverzeichnis</translation></message>
<message><source>Layout of a sample</source><translation>Form eines Beispiels</translation></message>
<message><source>what a list of n numbers is: n features, or a square grey picture of √n × √n</source><translation>was eine Liste von n Zahlen ist: n Merkmale oder ein quadratisches Graubild von √n × √n</translation></message>
<message><source>Text (next character)</source><translation>Text (nächstes Zeichen)</translation></message>
<message><source>A text of your own in UTF-8, plain or gzip: from a window of characters the next one is predicted. Inputs are numbers in the sorted alphabet of the file, which has at most 256 characters and is also the list of classes.</source><translation>Ein eigener Text in UTF-8, unkomprimiert oder gzip: Aus einem Fenster von Zeichen wird das nächste vorhergesagt. Eingaben sind Nummern im sortierten Alphabet der Datei, das höchstens 256 Zeichen hat und zugleich die Liste der Klassen ist.</translation></message>
<message><source>Length of a window</source><translation>Länge eines Fensters</translation></message>
<message><source>of the text before the character to be predicted, one input for each</source><translation>des Textes vor dem vorherzusagenden Zeichen, eine Eingabe für jedes</translation></message>
<message><source>characters</source><translation>Zeichen</translation></message>
<message><source>Step between windows</source><translation>Schritt zwischen Fenstern</translation></message>
<message><source>from the beginning of a window to that of the next; 1 predicts every character, more make fewer samples</source><translation>vom Anfang eines Fensters zu dem des nächsten; 1 sagt jedes Zeichen vorher, mehr ergeben weniger Beispiele</translation></message>
<message><source>Whose text it is</source><translation>Wessen Text es ist</translation></message>
<message><source>clients of the partition natural. speaker: a line "NAME:" after an empty line says who speaks the lines below it, and a client has all that its name says; block: each block of lines between empty lines is a client's; none: nothing says it</source><translation>Clients der Aufteilung natural. speaker: Eine Zeile „NAME:“ nach einer Leerzeile sagt, wer die Zeilen darunter spricht, und ein Client hat alles, was sein Name sagt; block: Jeder Block von Zeilen zwischen Leerzeilen gehört einem Client; none: nichts sagt es</translation></message>
<message><source>Letters</source><translation>Buchstaben</translation></message>
<message><source>lowerCase makes the letters of Latin, Greek and Cyrillic small, so that the alphabet is smaller</source><translation>lowerCase macht die Buchstaben von Latein, Griechisch und Kyrillisch klein, sodass das Alphabet kleiner ist</translation></message>
<message><source>Text for tests</source><translation>Text für Tests</translation></message>
<message><source>at the end of each text: test samples predict its characters, which no training sample contains; 0: the partition chooses test samples, and training windows contain their characters</source><translation>am Ende jedes Textes: Testbeispiele sagen seine Zeichen vorher, die kein Trainingsbeispiel enthält; 0: Die Aufteilung wählt Testbeispiele, und Trainingsfenster enthalten ihre Zeichen</translation></message>
<message><source>NumPy arrays (.npy)</source><translation>NumPy-Arrays (.npy)</translation></message>
<message><source>Arrays of your own: samples in one file, labels in another, plain or gzip.</source><translation>Eigene Arrays: Beispiele in einer Datei, Klassen in einer anderen, unkomprimiert oder gzip.</translation></message>
<message><source>Label file</source><translation>Klassendatei</translation></message>
<message><source>the .npy file with a label for each sample</source><translation>die .npy-Datei mit einer Klasse für jedes Beispiel</translation></message>
<message><source>Test file</source><translation>Testdatei</translation></message>
<message><source>the .npy file with test samples; empty: none</source><translation>die .npy-Datei mit Testbeispielen; leer: keine</translation></message>
<message><source>Test label file</source><translation>Klassendatei der Tests</translation></message>
<message><source>the .npy file with their labels</source><translation>die .npy-Datei mit ihren Klassen</translation></message>
<message><source>Place of the channels</source><translation>Lage der Kanäle</translation></message>
<message><source>where an array of four dimensions has its channels; auto: the place where there are 1 or 3</source><translation>wo ein Array mit vier Dimensionen seine Kanäle hat; auto: die Stelle, an der es 1 oder 3 gibt</translation></message>
<message><source>NumPy arrays (.npz)</source><translation>NumPy-Arrays (.npz)</translation></message>
<message><source>Arrays of your own in one file, as numpy.savez and savez_compressed write it.</source><translation>Eigene Arrays in einer Datei, wie numpy.savez und savez_compressed sie schreiben.</translation></message>
<message><source>Array of samples</source><translation>Array der Beispiele</translation></message>
<message><source>the name of the array of samples</source><translation>der Name des Arrays der Beispiele</translation></message>
<message><source>Array of labels</source><translation>Array der Klassen</translation></message>
<message><source>the name of the array of labels</source><translation>der Name des Arrays der Klassen</translation></message>
<message><source>Array of test samples</source><translation>Array der Testbeispiele</translation></message>
<message><source>the name of the array of test samples; empty: none</source><translation>der Name des Arrays der Testbeispiele; leer: keines</translation></message>
<message><source>Array of test labels</source><translation>Array der Testklassen</translation></message>
<message><source>the name of the array of their labels</source><translation>der Name des Arrays ihrer Klassen</translation></message>
<message><source>Pictures and labels (IDX)</source><translation>Bilder und Klassen (IDX)</translation></message>
<message><source>Pictures of your own in MNIST's format, plain or gzip: a file of pictures and a file of labels.</source><translation>Eigene Bilder im Format von MNIST, unkomprimiert oder gzip: eine Datei mit Bildern und eine Datei mit Klassen.</translation></message>
<message><source>the IDX file of labels</source><translation>die IDX-Datei der Klassen</translation></message>
<message><source>the IDX file of test pictures; empty: none</source><translation>die IDX-Datei der Testbilder; leer: keine</translation></message>
<message><source>the IDX file of their labels</source><translation>die IDX-Datei ihrer Klassen</translation></message>
<message><source>Colour pictures (CIFAR binary)</source><translation>Farbbilder (CIFAR binär)</translation></message>
<message><source>Pictures of your own, 32×32 in colour, in CIFAR's binary version: labels and planes in one file, plain or gzip.</source><translation>Eigene Bilder, 32×32 in Farbe, in der Binärfassung von CIFAR: Klassen und Farbebenen in einer Datei, unkomprimiert oder gzip.</translation></message>
<message><source>the file of test pictures; empty: none</source><translation>die Datei der Testbilder; leer: keine</translation></message>
<message><source>Classes</source><translation>Klassen</translation></message>
<message><source>labels go from 0 to one less</source><translation>Klassen gehen von 0 bis eins weniger</translation></message>
<message><source>classes</source><translation>Klassen</translation></message>
<message><source>Bytes before a picture</source><translation>Bytes vor einem Bild</translation></message>
<message><source>before each picture, the last of which is its label: 1 as in CIFAR-10, 2 as in CIFAR-100</source><translation>vor jedem Bild, das letzte davon ist seine Klasse: 1 wie in CIFAR-10, 2 wie in CIFAR-100</translation></message>
<message><source>bytes</source><translation>Bytes</translation></message>
<message><source>Folder of pictures</source><translation>Ordner mit Bildern</translation></message>
<message><source>PNG and JPEG pictures of your own, in a folder for each class; folders named train and test may stand above the classes. An archive of the folder (.zip, .tar, .tar.gz, .tar.bz2, .tar.xz) is read as it is.</source><translation>Eigene PNG- und JPEG-Bilder in einem Ordner je Klasse; über den Klassen können Ordner namens train und test stehen. Ein Archiv des Ordners (.zip, .tar, .tar.gz, .tar.bz2, .tar.xz) wird gelesen, wie es ist.</translation></message>
<message><source>Size of all pictures</source><translation>Größe aller Bilder</translation></message>
<message><source>resizes every picture to a square of this side: fewer pixels are means of the covered ones, more lie between the nearest ones; 0: as stored, and all must have one size</source><translation>bringt jedes Bild auf ein Quadrat dieser Seitenlänge: weniger Pixel sind Mittel der bedeckten, mehr liegen zwischen den nächsten; 0: wie gespeichert, und alle müssen gleich groß sein</translation></message>
<message><source>Pictures that are not square</source><translation>Bilder, die nicht quadratisch sind</translation></message>
<message><source>how a size is reached: stretch takes the whole picture and changes its proportions; crop takes the largest square in its middle</source><translation>wie eine Größe erreicht wird: stretch nimmt das ganze Bild und ändert seine Proportionen; crop nimmt das größte Quadrat in seiner Mitte</translation></message>
<message><source>Most training pictures</source><translation>Höchstzahl der Trainingsbilder</translation></message>
<message><source>Most test pictures</source><translation>Höchstzahl der Testbilder</translation></message>
<message><source>pictures</source><translation>Bilder</translation></message>
<message><source>at most this many training pictures are read, each class with its share of them and at least one, evenly through their names; 0: all</source><translation>höchstens so viele Trainingsbilder werden gelesen, von jeder Klasse ihr Anteil und mindestens eines, gleichmäßig durch ihre Namen; 0: alle</translation></message>
<message><source>the same of the pictures in test; 0: all</source><translation>ebenso von den Bildern in test; 0: alle</translation></message>
<message><source>Grey pictures in colour</source><translation>Graue Bilder in Farbe</translation></message>
<message><source>whether grey pictures may stand among coloured ones: asStored refuses them; always gives every grey picture three equal channels</source><translation>ob graue Bilder unter farbigen stehen dürfen: asStored lehnt sie ab; always gibt jedem grauen Bild drei gleiche Kanäle</translation></message>
<message><source>the folder, or an archive of it: absolute, or below a data folder or the working directory</source><translation>der Ordner oder ein Archiv davon: absolut oder unter einem Datenordner oder dem Arbeitsverzeichnis</translation></message>
<message><source>IID</source><translation>IID</translation></message>
<message><source>Every client holds a random sample of the whole data set.</source><translation>Jeder Client hat eine Zufallsstichprobe des ganzen Datensatzes.</translation></message>
<message><source>how many clients share the data</source><translation>wie viele Clients sich die Daten teilen</translation></message>
<message><source>samples per client, before the test share is taken; 0: all data, dealt evenly</source><translation>Beispiele je Client, bevor der Testanteil abgezogen wird; 0: alle Daten, gleichmäßig verteilt</translation></message>
<message><source>IID, half-normal sizes</source><translation>IID, halbnormale Größen</translation></message>
<message><source>Every client holds a random sample of the whole data set; the sizes are proportional to |N(0, 1)|, so a few clients hold most of it. The paper's training ratio is 1 − data.test.share.</source><translation>Jeder Client hat eine Zufallsstichprobe des ganzen Datensatzes; die Größen sind proportional zu |N(0, 1)|, sodass wenige Clients das meiste haben. Der Trainingsanteil des Artikels ist 1 − data.test.share.</translation></message>
<message><source>Smallest client</source><translation>Kleinster Client</translation></message>
<message><source>a client whose draw gives fewer gets this many; the largest client gives them up</source><translation>ein Client, dessen Ziehung weniger ergibt, bekommt so viele; der größte Client gibt sie ab</translation></message>
<message><source>Shards</source><translation>Shards</translation></message>
<message><source>The samples are sorted by class and cut into equal shards; a client gets some of them, so it holds few classes. The paper's training ratio is 1 − data.test.share.</source><translation>Die Beispiele werden nach Klasse sortiert und in gleich große Shards geschnitten; ein Client bekommt einige davon, hat also wenige Klassen. Der Trainingsanteil des Artikels ist 1 − data.test.share.</translation></message>
<message><source>equal pieces into which the samples, sorted by class, are cut</source><translation>gleich große Stücke, in die die nach Klasse sortierten Beispiele geschnitten werden</translation></message>
<message><source>shards</source><translation>Shards</translation></message>
<message><source>Sizes of the clients</source><translation>Größen der Clients</translation></message>
<message><source>halfNormal: max(1, ⌊shards · |N(0,1)| / Σ⌋) shards each; equal: the same number each</source><translation>halfNormal: je max(1, ⌊shards · |N(0,1)| / Σ⌋) Shards; equal: für jeden gleich viele</translation></message>
<message><source>Test share</source><translation>Testanteil</translation></message>
<message><source>share of every client's samples kept for testing, where it is swept; 0: data.test.share</source><translation>Anteil der Beispiele jedes Clients, der zum Testen bleibt, wo er in einer Reihe variiert wird; 0: data.test.share</translation></message>
<message><source>HCCT Fig. 4</source><translation>HCCT, Abb. 4</translation></message>
<message><source>Dirichlet</source><translation>Dirichlet</translation></message>
<message><source>The samples of every class are shared out in random proportions: the smaller alpha, the fewer classes a client holds and the more the sizes differ.</source><translation>Die Beispiele jeder Klasse werden in zufälligen Verhältnissen aufgeteilt: je kleiner alpha, desto weniger Klassen hat ein Client und desto mehr unterscheiden sich die Größen.</translation></message>
<message><source>Concentration</source><translation>Konzentration</translation></message>
<message><source>concentration: small gives every client few classes, large makes clients alike</source><translation>Konzentration: klein gibt jedem Client wenige Klassen, groß macht die Clients ähnlich</translation></message>
<message><source>Several concentrations</source><translation>Mehrere Konzentrationen</translation></message>
<message><source>instead of alpha: the data are split into equal parts, one for each number, and equally many clients share each part; the first part's clients come first</source><translation>statt alpha: die Daten werden in gleiche Teile zerlegt, einen für jede Zahl, und gleich viele Clients teilen sich jeden Teil; die Clients des ersten Teils kommen zuerst</translation></message>
<message><source>a list of numbers, each more than %1</source><translation>eine Liste von Zahlen, jede größer als %1</translation></message>
<message><source>every client gets at least this many samples; the draw is repeated until it does</source><translation>jeder Client bekommt mindestens so viele Beispiele; die Ziehung wird wiederholt, bis es so ist</translation></message>
<message><source>Smallest share</source><translation>Kleinster Anteil</translation></message>
<message><source>every client also gets at least this share of an even split, of training and of dealt test samples (0.2 in HiCS-FL's code)</source><translation>jeder Client bekommt außerdem mindestens diesen Anteil einer gleichmäßigen Aufteilung, an Trainings- und an verteilten Testbeispielen (0,2 im Code von HiCS-FL)</translation></message>
<message><source>Stop at the even share</source><translation>Beim gleichen Anteil aufhören</translation></message>
<message><source>a client that has its even share gets nothing of the remaining classes (HiCS-FL's code; small α needs it)</source><translation>ein Client, der seinen gleichen Anteil hat, bekommt nichts von den übrigen Klassen (Code von HiCS-FL; kleines α braucht es)</translation></message>
<message><source>Draws at most</source><translation>Ziehungen höchstens</translation></message>
<message><source>how often the draw is repeated before the scheme gives up</source><translation>wie oft die Ziehung wiederholt wird, bevor das Schema aufgibt</translation></message>
<message><source>Top up instead</source><translation>Stattdessen auffüllen</translation></message>
<message><source>instead of a new draw, clients below the minimum get samples, chosen at random, from the fullest clients</source><translation>statt einer neuen Ziehung bekommen Clients unter dem Minimum zufällig gewählte Beispiele von den vollsten Clients</translation></message>
<message><source>Test samples from</source><translation>Testbeispiele aus</translation></message>
<message><source>share: data.test.share of each client's samples; official: the official test samples, dealt in the same proportions</source><translation>share: data.test.share der Beispiele jedes Clients; official: die offiziellen Testbeispiele, in denselben Verhältnissen verteilt</translation></message>
<message><source>Dirichlet per client</source><translation>Dirichlet je Client</translation></message>
<message><source>Every client has equally many samples, its labels drawn by a Dirichlet distribution with an α of its own: from one class to all of them.</source><translation>Jeder Client hat gleich viele Beispiele, deren Klassen eine Dirichlet-Verteilung mit eigenem α zieht: von einer Klasse bis zu allen.</translation></message>
<message><source>First concentration</source><translation>Erste Konzentration</translation></message>
<message><source>concentration of the first client's labels</source><translation>Konzentration der Klassen des ersten Clients</translation></message>
<message><source>Last concentration</source><translation>Letzte Konzentration</translation></message>
<message><source>concentration of the last client's; those between lie evenly on a logarithmic scale</source><translation>Konzentration des letzten Clients; die dazwischen liegen gleichmäßig auf einer logarithmischen Skala</translation></message>
<message><source>Few labels per client</source><translation>Wenige Klassen je Client</translation></message>
<message><source>Every client owns the same number of classes, neighbouring clients almost the same ones, with fixed numbers of training and test samples of each. sFedHP's Setting 1 for MNIST: 200 and 800 per class; Setting 2: 900 and 300.</source><translation>Jeder Client besitzt gleich viele Klassen, benachbarte Clients fast dieselben, mit festen Zahlen von Trainings- und Testbeispielen je Klasse. Setting 1 von sFedHP für MNIST: 200 und 800 je Klasse; Setting 2: 900 und 300.</translation></message>
<message><source>Labels per client</source><translation>Klassen je Client</translation></message>
<message><source>client u owns this many classes: u, u + 1, … (mod the number of classes)</source><translation>Client u besitzt so viele Klassen: u, u + 1, … (mod Zahl der Klassen)</translation></message>
<message><source>Training samples per class</source><translation>Trainingsbeispiele je Klasse</translation></message>
<message><source>training samples of each owned class; 0: all of the class, dealt evenly to its owners</source><translation>Trainingsbeispiele jeder eigenen Klasse; 0: alle der Klasse, gleichmäßig auf ihre Besitzer verteilt</translation></message>
<message><source>Test samples per class</source><translation>Testbeispiele je Klasse</translation></message>
<message><source>test samples of each owned class; 0: data.test.share of the client's own samples instead</source><translation>Testbeispiele jeder eigenen Klasse; 0: stattdessen data.test.share der eigenen Beispiele des Clients</translation></message>
<message><source>official: test samples from the official test set; merged: both from all images (if the data set has a test set, mergePools must be a step of data.preprocess)</source><translation>official: Testbeispiele aus der offiziellen Testmenge; merged: beide aus allen Bildern (hat der Datensatz eine Testmenge, muss mergePools ein Schritt von data.preprocess sein)</translation></message>
<message><source>Numbers are class totals</source><translation>Zahlen gelten je Klasse</translation></message>
<message><source>on: the owners of a class share the numbers, and no sample has two owners; off: every client draws the full numbers, and two can hold the same sample</source><translation>an: die Besitzer einer Klasse teilen sich die Zahlen, und kein Beispiel hat zwei Besitzer; aus: jeder Client zieht die vollen Zahlen, und zwei können dasselbe Beispiel haben</translation></message>
<message><source>Clients form clusters with different classes; within a cluster the data are alike. The paper pools training and test images: make mergePools the first step of data.preprocess.</source><translation>Clients bilden Cluster mit verschiedenen Klassen; in einem Cluster sind die Daten ähnlich. Der Artikel legt Trainings- und Testbilder zusammen: mergePools als ersten Schritt von data.preprocess setzen.</translation></message>
<message><source>blocks of neighbouring classes; client i has those of cluster i mod clusters</source><translation>Blöcke benachbarter Klassen; Client i hat die des Clusters i mod clusters</translation></message>
<message><source>All-for-one Def. S1</source><translation>All-for-one, Def. S1</translation></message>
<message><source>samples per client, before the test share is taken; 0: as many as its cluster has for each of its clients</source><translation>Beispiele je Client, bevor der Testanteil abgezogen wird; 0: so viele, wie sein Cluster für jeden seiner Clients hat</translation></message>
<message><source>By domain</source><translation>Nach Domäne</translation></message>
<message><source>Every client holds samples of one domain (a style, a camera, a hospital), and several clients may share a domain.</source><translation>Jeder Client hat Beispiele einer Domäne (eines Stils, einer Kamera, eines Krankenhauses), und mehrere Clients können sich eine Domäne teilen.</translation></message>
<message><source>Clients per domain</source><translation>Clients je Domäne</translation></message>
<message><source>how many clients share a domain; clients are ordered by domain</source><translation>wie viele Clients sich eine Domäne teilen; die Clients sind nach Domäne geordnet</translation></message>
<message><source>samples per client, before the test share is taken; 0: all of the domain, or its samplesPerDomain, dealt evenly</source><translation>Beispiele je Client, bevor der Testanteil abgezogen wird; 0: alle der Domäne oder ihr samplesPerDomain, gleichmäßig verteilt</translation></message>
<message><source>Samples per domain</source><translation>Beispiele je Domäne</translation></message>
<message><source>what the clients of a domain share evenly (371 in the paper); 0: all of the domain</source><translation>was sich die Clients einer Domäne gleichmäßig teilen (371 im Artikel); 0: die ganze Domäne</translation></message>
<message><source>official: each client is tested on all official test samples of its domain; share: on data.test.share of its own; auto: official where the data set has them</source><translation>official: jeder Client wird an allen offiziellen Testbeispielen seiner Domäne getestet; share: an data.test.share seiner eigenen; auto: offiziell, wo der Datensatz solche hat</translation></message>
<message><source>Natural</source><translation>Natürlich</translation></message>
<message><source>Every domain of the data set, such as a hospital or a client that a column names, is one client with all its samples; test samples are the data set's own, or a stratified share.</source><translation>Jede Domäne des Datensatzes, etwa ein Krankenhaus oder ein Client, den eine Spalte nennt, ist ein Client mit allen ihren Beispielen; Testbeispiele sind die des Datensatzes oder ein geschichteter Anteil.</translation></message>
<message><source>how many clients the data must have; 0: as many as it has</source><translation>wie viele Clients die Daten haben müssen; 0: so viele, wie sie haben</translation></message>
<message><source>Two tasks</source><translation>Zwei Aufgaben</translation></message>
<message><source>Three clients: 0 and 1 share the samples of half of the classes, few and many; 2 has all samples of the other half.</source><translation>Drei Clients: 0 und 1 teilen sich die Beispiele der einen Hälfte der Klassen, wenige und viele; 2 hat alle Beispiele der anderen Hälfte.</translation></message>
<message><source>First client's share</source><translation>Anteil des ersten Clients</translation></message>
<message><source>client 0's share of the samples of the first half of the classes</source><translation>Anteil von Client 0 an den Beispielen der ersten Hälfte der Klassen</translation></message>
<message><source>official: each client is tested on all official test samples of its classes; share: on data.test.share of its own; auto: official where the data set has them</source><translation>official: jeder Client wird an allen offiziellen Testbeispielen seiner Klassen getestet; share: an data.test.share seiner eigenen; auto: offiziell, wo der Datensatz solche hat</translation></message>
<message><source>By hand</source><translation>Von Hand</translation></message>
<message><source>Every client's number of samples of each class, or of each domain, is written down.</source><translation>Die Zahl der Beispiele jedes Clients aus jeder Klasse oder jeder Domäne wird aufgeschrieben.</translation></message>
<message><source>Samples by client</source><translation>Beispiele nach Client</translation></message>
<message><source>samples of each class for client 0, then for client 1, …, before the test share is taken</source><translation>Beispiele jeder Klasse für Client 0, dann für Client 1, …, bevor der Testanteil abgezogen wird</translation></message>
<message><source>Counted by</source><translation>Gezählt nach</translation></message>
<message><source>whether counts are of classes, or of the domains of a data set that has them</source><translation>ob die Anzahlen für Klassen gelten oder für die Domänen eines Datensatzes, der solche hat</translation></message>
<message><source>True groups</source><translation>Wahre Gruppen</translation></message>
<message><source>the group each client truly belongs to (−1: none), for measures of group quality; empty if unknown</source><translation>die Gruppe, zu der jeder Client wirklich gehört (−1: keine), für Maße der Gruppengüte; leer, wenn unbekannt</translation></message>
<message><source>share: each client is tested on data.test.share of its own samples; official or auto: on all official test samples of its classes, or domains</source><translation>share: jeder Client wird an data.test.share seiner eigenen Beispiele getestet; official oder auto: an allen offiziellen Testbeispielen seiner Klassen oder Domänen</translation></message>
<message><source>Multinomial logistic regression</source><translation>Multinomiale logistische Regression</translation></message>
<message><source>One linear layer from the inputs to the classes.</source><translation>Eine lineare Schicht von den Eingaben zu den Klassen.</translation></message>
<message><source>Network 100</source><translation>Netz 100</translation></message>
<message><source>One hidden layer of 100 with ReLU, then the output layer.</source><translation>Eine verdeckte Schicht mit 100 und ReLU, dann die Ausgabeschicht.</translation></message>
<message><source>Network 500-200</source><translation>Netz 500-200</translation></message>
<message><source>Hidden layers of 500 and 200 with ReLU, then the output layer.</source><translation>Verdeckte Schichten mit 500 und 200 und ReLU, dann die Ausgabeschicht.</translation></message>
<message><source>Perceptron for Fashion-MNIST</source><translation>Perzeptron für Fashion-MNIST</translation></message>
<message><source>A hidden layer of 64, dropout ½, ReLU, then the output layer.</source><translation>Eine verdeckte Schicht mit 64, Dropout ½, ReLU, dann die Ausgabeschicht.</translation></message>
<message><source>Perceptron for Fashion-MNIST, released code</source><translation>Perzeptron für Fashion-MNIST, veröffentlichter Code</translation></message>
<message><source>As mlp_fmnist with a softmax at its end, so that cross-entropy applies a second one; it learns slowly.</source><translation>Wie mlp_fmnist mit einem Softmax am Ende, sodass die Kreuzentropie einen zweiten anwendet; lernt langsam.</translation></message>
<message><source>Small CNN for digits</source><translation>Kleines CNN für Ziffern</translation></message>
<message><source>Convolutions 5×5 to 10 and 20 channels, each max-pooled and ReLU; hidden layer of 50.</source><translation>Faltungen 5×5 auf 10 und 20 Kanäle, jeweils mit Max-Pooling und ReLU; verdeckte Schicht mit 50.</translation></message>
<message><source>CNN for digits with dropout</source><translation>CNN für Ziffern mit Dropout</translation></message>
<message><source>Convolutions 3×3 to 32 and 64 channels, each ReLU and max-pooled; dropout ¼; hidden layer of 128; dropout ½.</source><translation>Faltungen 3×3 auf 32 und 64 Kanäle, jeweils mit ReLU und Max-Pooling; Dropout ¼; verdeckte Schicht mit 128; Dropout ½.</translation></message>
<message><source>CNN 32-64-512 for digits</source><translation>CNN 32-64-512 für Ziffern</translation></message>
<message><source>Convolutions 5×5 to 32 and 64 channels, each ReLU and max-pooled; hidden layer of 512. Used to measure speed.</source><translation>Faltungen 5×5 auf 32 und 64 Kanäle, jeweils mit ReLU und Max-Pooling; verdeckte Schicht mit 512. Dient zum Messen der Geschwindigkeit.</translation></message>
<message><source>CNN with batch-norm for digits</source><translation>CNN mit Batch-Norm für Ziffern</translation></message>
<message><source>Convolutions 5×5 to 64, 64 and 128 channels and hidden layers of 2048 and 512, all with batch-norm and ReLU; two max-pools.</source><translation>Faltungen 5×5 auf 64, 64 und 128 Kanäle und verdeckte Schichten mit 2048 und 512, alle mit Batch-Norm und ReLU; zweimal Max-Pooling.</translation></message>
<message><source>Small CNN with batch-norm for digits</source><translation>Kleines CNN mit Batch-Norm für Ziffern</translation></message>
<message><source>Convolutions 5×5 to 8 and 16 channels and a hidden layer of 64, all with batch-norm and ReLU; two max-pools. Trains in seconds where digit_cnn takes hours.</source><translation>Faltungen 5×5 auf 8 und 16 Kanäle und eine verdeckte Schicht mit 64, alle mit Batch-Norm und ReLU; zweimal Max-Pooling. Trainiert in Sekunden, wo digit_cnn Stunden braucht.</translation></message>
<message><source>CNN 5×5 with PReLU for Fashion-MNIST</source><translation>CNN 5×5 mit PReLU für Fashion-MNIST</translation></message>
<message><source>Two convolutions 5×5 to 32 channels, each PReLU, batch-norm and max-pooled; dropout 0.2; output layer.</source><translation>Zwei Faltungen 5×5 auf 32 Kanäle, jeweils mit PReLU, Batch-Norm und Max-Pooling; Dropout 0,2; Ausgabeschicht.</translation></message>
<message><source>CNN 5×5, plain, for Fashion-MNIST</source><translation>CNN 5×5, schlicht, für Fashion-MNIST</translation></message>
<message><source>Two convolutions 5×5 to 32 channels, each ReLU and max-pooled; output layer. No more than the paper's text names.</source><translation>Zwei Faltungen 5×5 auf 32 Kanäle, jeweils mit ReLU und Max-Pooling; Ausgabeschicht. Nicht mehr, als der Text des Artikels nennt.</translation></message>
<message><source>CNN 3×3 with PReLU for Fashion-MNIST</source><translation>CNN 3×3 mit PReLU für Fashion-MNIST</translation></message>
<message><source>Convolutions 3×3 to 32, 32 and 64 channels with PReLU and batch-norm, two max-pools; hidden layer of 64.</source><translation>Faltungen 3×3 auf 32, 32 und 64 Kanäle mit PReLU und Batch-Norm, zweimal Max-Pooling; verdeckte Schicht mit 64.</translation></message>
<message><source>Four-convolution CNN for CIFAR-10</source><translation>CNN mit vier Faltungen für CIFAR-10</translation></message>
<message><source>Convolutions 3×3 to 16, 32, 64 and 128 channels with ReLU, max-pooled after the last three; hidden layer of 500; dropout ¼.</source><translation>Faltungen 3×3 auf 16, 32, 64 und 128 Kanäle mit ReLU, Max-Pooling nach den letzten drei; verdeckte Schicht mit 500; Dropout ¼.</translation></message>
<message><source>LeNet for CIFAR-10</source><translation>LeNet für CIFAR-10</translation></message>
<message><source>Convolutions 5×5 to 6 and 16 channels, each ReLU and average-pooled; hidden layers of 120 and 84.</source><translation>Faltungen 5×5 auf 6 und 16 Kanäle, jeweils mit ReLU und Mittelwert-Pooling; verdeckte Schichten mit 120 und 84.</translation></message>
<message><source>Small VGG</source><translation>Kleines VGG</translation></message>
<message><source>Convolutions 3×3 to 16, 32, 64, 128 and 128 channels, each ReLU and max-pooled; output layer.</source><translation>Faltungen 3×3 auf 16, 32, 64, 128 und 128 Kanäle, jeweils mit ReLU und Max-Pooling; Ausgabeschicht.</translation></message>
<message><source>Small VGG with batch-norm</source><translation>Kleines VGG mit Batch-Norm</translation></message>
<message><source>As vgg_s with batch-norm after every convolution.</source><translation>Wie vgg_s mit Batch-Norm nach jeder Faltung.</translation></message>
<message><source>Small VGG with three linear layers</source><translation>Kleines VGG mit drei linearen Schichten</translation></message>
<message><source>As vgg_s with two hidden layers of 128 before the output layer.</source><translation>Wie vgg_s mit zwei verdeckten Schichten mit 128 vor der Ausgabeschicht.</translation></message>
<message><source>Small VGG with batch-norm and three linear layers</source><translation>Kleines VGG mit Batch-Norm und drei linearen Schichten</translation></message>
<message><source>As vgg_s_3fc with batch-norm after every convolution.</source><translation>Wie vgg_s_3fc mit Batch-Norm nach jeder Faltung.</translation></message>
<message><source>Three-convolution CNN for CIFAR-10</source><translation>CNN mit drei Faltungen für CIFAR-10</translation></message>
<message><source>Convolutions 3×3 to 32, 64 and 64 channels with dropout 0.2, two of them ReLU and max-pooled; hidden layer of 64.</source><translation>Faltungen 3×3 auf 32, 64 und 64 Kanäle mit Dropout 0,2, zwei davon mit ReLU und Max-Pooling; verdeckte Schicht mit 64.</translation></message>
<message><source>Three-convolution CNN for CIFAR-100</source><translation>CNN mit drei Faltungen für CIFAR-100</translation></message>
<message><source>As cifar_cnn_hics with a hidden layer whose width can be chosen.</source><translation>Wie cifar_cnn_hics mit einer verdeckten Schicht, deren Breite wählbar ist.</translation></message>
<message><source>Width of the head</source><translation>Breite des Kopfes</translation></message>
<message><source>width of the layer before the output layer</source><translation>Breite der Schicht vor der Ausgabeschicht</translation></message>
<message><source>neurons</source><translation>Neuronen</translation></message>
<message><source>LEAF's CNN for FEMNIST</source><translation>CNN von LEAF für FEMNIST</translation></message>
<message><source>Convolutions 5×5 to 32 and 64 channels that keep the size, each ReLU and max-pooled; hidden layer of 2048.</source><translation>Faltungen 5×5 auf 32 und 64 Kanäle, die die Größe behalten, jeweils mit ReLU und Max-Pooling; verdeckte Schicht mit 2048.</translation></message>
<message><source>ResNet-20 with batch-norm</source><translation>ResNet-20 mit Batch-Norm</translation></message>
<message><source>Nine residual blocks of two convolutions 3×3, three each of 16, 32 and 64 channels, with batch-norm; where the shapes differ, the shortcut is a 1×1 convolution with batch-norm; global average-pool.</source><translation>Neun Residualblöcke aus zwei Faltungen 3×3, je drei mit 16, 32 und 64 Kanälen, mit Batch-Norm; wo die Formen sich unterscheiden, ist die Abkürzung eine 1×1-Faltung mit Batch-Norm; globales Mittelwert-Pooling.</translation></message>
<message><source>ResNet-20 with group-norm</source><translation>ResNet-20 mit Gruppen-Norm</translation></message>
<message><source>As resnet20_bn with group-norm of 2 groups for every batch-norm; no statistics are shared between samples.</source><translation>Wie resnet20_bn mit Gruppen-Norm aus 2 Gruppen statt jeder Batch-Norm; Beispiele teilen keine Statistiken.</translation></message>
<message><source>Depthwise-separable CNN</source><translation>CNN mit kanalweise getrennten Faltungen</translation></message>
<message><source>A convolution 3×3 to 32 channels, then five pairs of a depthwise convolution 3×3 and a convolution 1×1, from 64 to 256 channels, with batch-norm and ReLU; global average-pool.</source><translation>Eine Faltung 3×3 auf 32 Kanäle, dann fünf Paare aus einer kanalweisen Faltung 3×3 und einer Faltung 1×1, von 64 bis 256 Kanälen, mit Batch-Norm und ReLU; globales Mittelwert-Pooling.</translation></message>
<message><source>pFedGP's feature extractor</source><translation>Merkmalsextraktor von pFedGP</translation></message>
<message><source>Convolutions 5×5 to 16 and 32 channels, each ReLU and max-pooled; hidden layers of 120 and 84; 84 features, which pFedGP gives to a Gaussian process and other methods to an output layer.</source><translation>Faltungen 5×5 auf 16 und 32 Kanäle, jeweils mit ReLU und Max-Pooling; verdeckte Schichten mit 120 und 84; 84 Merkmale, die pFedGP an einen Gauß-Prozess und andere Methoden an eine Ausgabeschicht geben.</translation></message>
<message><source>Logistic regression</source><translation>Logistische Regression</translation></message>
<message><source>One linear layer and a sigmoid: the probability of the second class.</source><translation>Eine lineare Schicht und ein Sigmoid: die Wahrscheinlichkeit der zweiten Klasse.</translation></message>
<message><source>Linear regression</source><translation>Lineare Regression</translation></message>
<message><source>One linear layer from the inputs to the target, with squared error.</source><translation>Eine lineare Schicht von den Eingaben zum Zielwert, mit quadratischem Fehler.</translation></message>
<message><source>add a constant term to the linear model</source><translation>dem linearen Modell einen konstanten Term hinzufügen</translation></message>
<message><source>3-D U-Net</source><translation>3-D-U-Net</translation></message>
<message><source>Three levels of two convolutions 3×3×3 each, from 8 to 64 channels, with batch-norm and PReLU; max-pools down, trilinear steps up, skips across; a softmax over two classes at every voxel.</source><translation>Drei Ebenen aus je zwei Faltungen 3×3×3, von 8 bis 64 Kanälen, mit Batch-Norm und PReLU; abwärts Max-Pooling, aufwärts trilineare Schritte, quer Sprungverbindungen; ein Softmax über zwei Klassen in jedem Voxel.</translation></message>
<message><source>Layers of your own</source><translation>Eigene Schichten</translation></message>
<message><source>Your own layers, one after the other. An experiment file lists them under layers.</source><translation>Ihre eigenen Schichten, eine nach der anderen. Eine Experimentdatei zählt sie unter layers auf.</translation></message>
<message><source>Module from PyTorch</source><translation>Modul aus PyTorch</translation></message>
<message><source>A network of your own from PyTorch, in TorchScript. Every seed begins with the weights that the file holds. Where its graph says what a list of layers can, it is trained as that list, else on the processor with LibTorch's autograd; the run's log says which.</source><translation>Ein eigenes Netz aus PyTorch, in TorchScript. Jeder Seed beginnt mit den Gewichten, die in der Datei stehen. Wo sein Graph sagt, was eine Liste von Schichten kann, wird es als diese Liste trainiert, sonst auf dem Prozessor mit LibTorchs Autograd; das Protokoll des Laufs sagt, wie.</translation></message>
<message><source>A file .pt that torch.jit.script(net).save() wrote: absolute, or beside the experiment's file, below a data folder or the working directory. It can run code, so runs load it only once you allow it: in the window's dialog, or with --allow-external</source><translation>Eine Datei .pt, die torch.jit.script(net).save() geschrieben hat: absolut oder neben der Datei des Experiments, unter einem Datenordner oder dem Arbeitsverzeichnis. Sie kann Code ausführen; Läufe laden sie deshalb erst, wenn Sie es erlauben: im Dialog des Fensters oder mit --allow-external</translation></message>
<message><source>Output layer</source><translation>Ausgabeschicht</translation></message>
<message><source>The name of the module whose weight is that of the output layer, such as fc; empty: the one of the last parameter that is a matrix</source><translation>Der Name des Moduls, dessen Gewicht das der Ausgabeschicht ist, etwa fc; leer: das des letzten Parameters, der eine Matrix ist</translation></message>
<message><source>SHA-256 of the file</source><translation>SHA-256 der Datei</translation></message>
<message><source>Refuses a file with other bytes; empty: filled in when the runs are stored</source><translation>Weist eine Datei mit anderen Bytes ab; leer: wird eingetragen, wenn die Läufe gespeichert werden</translation></message>
<message><source>Scale</source><translation>Skalieren</translation></message>
<message><source>Maps the range of the stored values to low … high; by default, bytes 0 to 255 become 0 to 1.</source><translation>Bildet den Bereich der gespeicherten Werte auf low … high ab; ohne andere Angabe werden Bytes 0 bis 255 zu 0 bis 1.</translation></message>
<message><source>Smallest becomes</source><translation>Kleinster wird</translation></message>
<message><source>what the smallest stored value becomes</source><translation>was aus dem kleinsten gespeicherten Wert wird</translation></message>
<message><source>a number</source><translation>eine Zahl</translation></message>
<message><source>Largest becomes</source><translation>Größter wird</translation></message>
<message><source>what the largest stored value becomes</source><translation>was aus dem größten gespeicherten Wert wird</translation></message>
<message><source>Normalise</source><translation>Normalisieren</translation></message>
<message><source>Subtracts a mean and divides by a standard deviation, per channel.</source><translation>Zieht je Kanal einen Mittelwert ab und teilt durch eine Standardabweichung.</translation></message>
<message><source>Mean</source><translation>Mittelwert</translation></message>
<message><source>subtracted: one number, or one per channel; empty: the training samples' own mean</source><translation>wird abgezogen: eine Zahl oder eine je Kanal; leer: der eigene Mittelwert der Trainingsbeispiele</translation></message>
<message><source>Your own command</source><translation>Eigener Befehl</translation></message>
<message><source>A program in any language chooses the collaboration matrix after the local work of each round; every client then gets its row's mix of all models.</source><translation>Ein Programm in beliebiger Sprache wählt nach der lokalen Arbeit jeder Runde die Kollaborationsmatrix; jeder Client bekommt dann die Mischung aller Modelle nach seiner Zeile.</translation></message>
<message><source>The program that chooses the collaboration matrix, and its arguments, such as ["python3", "who.py"]. It runs in the folder of the experiment's file, and only once you allow it: in the window's dialog, or with --allow-external</source><translation>Das Programm, das die Kollaborationsmatrix wählt, und seine Argumente, etwa ["python3", "who.py"]. Es läuft im Ordner der Experimentdatei und erst, wenn Sie es erlauben: im Dialog des Fensters oder mit --allow-external</translation></message>
<message><source>a list of texts</source><translation>eine Liste von Texten</translation></message>
<message><source>What the command knows</source><translation>Was der Befehl weiß</translation></message>
<message><source>Measurements that the command gets after the local work of each round</source><translation>Messwerte, die der Befehl nach der lokalen Arbeit jeder Runde bekommt</translation></message>
<message><source>a list of words, each one of: gram, cosines, distances, losses, sizes, labelCounts</source><translation>eine Liste von Wörtern, jedes eines von: gram, cosines, distances, losses, sizes, labelCounts</translation></message>
<message><source>Longest wait</source><translation>Längste Wartezeit</translation></message>
<message><source>A command that has not answered by then ends the run</source><translation>Ein Befehl, der bis dahin nicht geantwortet hat, beendet den Lauf</translation></message>
<message><source>seconds</source><translation>Sekunden</translation></message>
<message><source>May be told labels</source><translation>Darf Klassen erfahren</translation></message>
<message><source>Lets the command want labelCounts, which a real federation would not share</source><translation>Erlaubt dem Befehl labelCounts, die eine echte Föderation nicht teilen würde</translation></message>
<message><source>samples of each class</source><translation>Beispiele je Klasse</translation></message>
<message><source>numbers of samples</source><translation>Zahlen der Beispiele</translation></message>
<message><source>losses of each model on each client</source><translation>Verluste jedes Modells bei jedem Client</translation></message>
<message><source>distances between the models</source><translation>Abstände der Modelle</translation></message>
<message><source>cosines of the updates</source><translation>Kosinus der Updates</translation></message>
<message><source>products of the updates</source><translation>Produkte der Updates</translation></message>
<message><source>a list of numbers</source><translation>eine Liste von Zahlen</translation></message>
<message><source>Standard deviation</source><translation>Standardabweichung</translation></message>
<message><source>divided by: one number, or one per channel; empty: the training samples' own standard deviation</source><translation>Teiler: eine Zahl oder eine je Kanal; leer: die eigene Standardabweichung der Trainingsbeispiele</translation></message>
<message><source>Standardise per domain</source><translation>Je Domäne standardisieren</translation></message>
<message><source>Subtracts, per feature, the mean of the domain's training samples and divides by their standard deviation (+ 1e-9): with the natural split, each client's own.</source><translation>Zieht je Merkmal den Mittelwert der Trainingsbeispiele der Domäne ab und teilt durch ihre Standardabweichung (+ 1e-9): bei der natürlichen Aufteilung die jedes Clients selbst.</translation></message>
<message><source>Standardise per pixel</source><translation>Je Pixel standardisieren</translation></message>
<message><source>Subtracts from every pixel its mean over all training and test samples and divides by its standard deviation (+ added). Margins that later steps add are 0, the mean.</source><translation>Zieht von jedem Pixel seinen Mittelwert über alle Trainings- und Testbeispiele ab und teilt durch seine Standardabweichung (+ added). Ränder, die spätere Schritte hinzufügen, sind 0, der Mittelwert.</translation></message>
<message><source>Added to the deviation</source><translation>Zur Abweichung addiert</translation></message>
<message><source>added to every standard deviation, in the unit of the values before this step; a pixel that never varies becomes 0</source><translation>wird zu jeder Standardabweichung addiert, in der Einheit der Werte vor diesem Schritt; ein Pixel, das sich nie ändert, wird 0</translation></message>
<message><source>Grey</source><translation>Grau</translation></message>
<message><source>Three channels become one: 0.299 R + 0.587 G + 0.114 B.</source><translation>Drei Kanäle werden einer: 0,299 R + 0,587 G + 0,114 B.</translation></message>
<message><source>Colour</source><translation>Farbe</translation></message>
<message><source>One channel becomes three equal ones.</source><translation>Ein Kanal wird drei gleiche.</translation></message>
<message><source>Pad</source><translation>Rand hinzufügen</translation></message>
<message><source>Adds a black margin.</source><translation>Fügt einen schwarzen Rand hinzu.</translation></message>
<message><source>Margin</source><translation>Rand</translation></message>
<message><source>added on every side, black</source><translation>auf jeder Seite hinzugefügt, schwarz</translation></message>
<message><source>pixels</source><translation>Pixel</translation></message>
<message><source>Crop</source><translation>Zuschneiden</translation></message>
<message><source>Keeps the middle of every picture.</source><translation>Behält die Mitte jedes Bildes.</translation></message>
<message><source>number of rows to keep, in the middle</source><translation>Zahl der Zeilen, die in der Mitte bleiben</translation></message>
<message><source>number of columns to keep, in the middle</source><translation>Zahl der Spalten, die in der Mitte bleiben</translation></message>
<message><source>Resize</source><translation>Größe ändern</translation></message>
<message><source>Shrinks or enlarges every picture to one size.</source><translation>Verkleinert oder vergrößert jedes Bild auf eine Größe.</translation></message>
<message><source>rows of the new picture</source><translation>Zeilen des neuen Bildes</translation></message>
<message><source>columns of the new picture</source><translation>Spalten des neuen Bildes</translation></message>
<message><source>area: mean of the covered pixels; bilinear: between the nearest centres; auto: per axis, area to shrink and bilinear to grow</source><translation>area: Mittelwert der überdeckten Pixel; bilinear: zwischen den nächsten Mittelpunkten; auto: je Achse area zum Verkleinern und bilinear zum Vergrößern</translation></message>
<message><source>Random crop and flip</source><translation>Zufällig zuschneiden und spiegeln</translation></message>
<message><source>Every time a picture is trained on it is moved by a few pixels and perhaps mirrored, drawn anew for every client, round and step. Evaluation sees pictures as they are.</source><translation>Jedes Mal, wenn mit einem Bild trainiert wird, wird es um einige Pixel verschoben und eventuell gespiegelt, neu gezogen für jeden Client, jede Runde und jeden Schritt. Die Auswertung sieht die Bilder unverändert.</translation></message>
<message><source>Padding</source><translation>Rand</translation></message>
<message><source>added on every side, black, before a crop of the old size is taken at random</source><translation>auf jeder Seite hinzugefügt, schwarz, bevor zufällig ein Ausschnitt der alten Größe genommen wird</translation></message>
<message><source>Mirror at random</source><translation>Zufällig spiegeln</translation></message>
<message><source>mirrors every second picture, at random, left to right</source><translation>spiegelt jedes zweite Bild, zufällig gewählt, von links nach rechts</translation></message>
<message><source>Test pictures too</source><translation>Auch Testbilder</translation></message>
<message><source>evaluation sees changed pictures too, the same change in every round</source><translation>auch die Auswertung sieht veränderte Bilder, in jeder Runde gleich verändert</translation></message>
<message><source>HCCT's released code</source><translation>Veröffentlichter Code von HCCT</translation></message>
<message><source>Only once</source><translation>Nur einmal</translation></message>
<message><source>changes every training picture once, the same in all runs, instead of anew in every step; pictures that a later mergePools adds stay as they are</source><translation>verändert jedes Trainingsbild einmal, in allen Läufen gleich, statt in jedem Schritt neu; Bilder, die ein späteres mergePools hinzufügt, bleiben, wie sie sind</translation></message>
<message><source>All-for-one's released code</source><translation>Veröffentlichter Code von All-for-one</translation></message>
<message><source>Limit the samples</source><translation>Beispiele begrenzen</translation></message>
<message><source>Keeps a random part of the samples, before any partition deals them, for a quick first look at a large data set.</source><translation>Behält einen zufälligen Teil der Beispiele, bevor eine Aufteilung sie verteilt, für einen schnellen ersten Blick auf einen großen Datensatz.</translation></message>
<message><source>at most this many training samples stay, each domain with its share of them and at least one</source><translation>höchstens so viele Trainingsbeispiele bleiben, jede Domäne mit ihrem Anteil daran und mindestens einem</translation></message>
<message><source>the same of the official test samples; 0: all stay</source><translation>dasselbe für die offiziellen Testbeispiele; 0: alle bleiben</translation></message>
<message><source>which samples stay; all runs share them</source><translation>welche Beispiele bleiben; alle Läufe teilen sie</translation></message>
<message><source>Merge pools</source><translation>Mengen zusammenlegen</translation></message>
<message><source>Puts the official test samples to the training samples, so that the partition draws from all; there is no official test set any more.</source><translation>Legt die offiziellen Testbeispiele zu den Trainingsbeispielen, sodass die Aufteilung aus allen zieht; eine offizielle Testmenge gibt es dann nicht mehr.</translation></message>
<message><source>A metric by round, by bytes sent or by time: each arm the mean of its runs.</source><translation>Eine Messgröße über Runden, gesendeten Bytes oder der Zeit: jede Variante als Mittelwert ihrer Läufe.</translation></message>
<message><source>What the curves go over: rounds, bytes sent or time</source><translation>Worüber die Kurven verlaufen: Runden, gesendete Bytes oder Zeit</translation></message>
<message><source>The metric, such as meanTestError</source><translation>Die Messgröße, etwa meanTestError</translation></message>
<message><source>Smoothing</source><translation>Glättung</translation></message>
<message><source>savitzkyGolay: each run's curve is smoothed over 13 rounds by cubic polynomials</source><translation>savitzkyGolay: Die Kurve jedes Laufs wird über 13 Runden mit kubischen Polynomen geglättet</translation></message>
<message><source>Band</source><translation>Band</translation></message>
<message><source>What ± 1 sd around a mean is over: seeds, or clients and seeds together where the metric is a mean over clients</source><translation>Worüber ± 1 SD um einen Mittelwert gilt: Startzahlen, oder Clients und Startzahlen zusammen, wenn die Messgröße ein Mittelwert über Clients ist</translation></message>
<message><source>Each run</source><translation>Jeder Lauf</translation></message>
<message><source>Whether each run has a thin line of its own</source><translation>Ob jeder Lauf eine eigene dünne Linie hat</translation></message>
<message><source>Logarithmic x</source><translation>x logarithmisch</translation></message>
<message><source>Whether the horizontal axis is logarithmic</source><translation>Ob die horizontale Achse logarithmisch ist</translation></message>
<message><source>Logarithmic y</source><translation>y logarithmisch</translation></message>
<message><source>Whether the vertical axis is logarithmic</source><translation>Ob die vertikale Achse logarithmisch ist</translation></message>
<message><source>X title</source><translation>x-Titel</translation></message>
<message><source>Name of the horizontal axis; empty: the usual one</source><translation>Name der horizontalen Achse; leer: der übliche</translation></message>
<message><source>Y title</source><translation>y-Titel</translation></message>
<message><source>Name of the vertical axis; empty: the usual one</source><translation>Name der vertikalen Achse; leer: der übliche</translation></message>
<message><source>The last value of a metric over a setting, or over another metric.</source><translation>Der letzte Wert einer Messgröße über einer Einstellung oder über einer anderen Messgröße.</translation></message>
<message><source>A setting in which the runs differ, by its place in a run, such as /algorithm/alpha, or a metric</source><translation>Eine Einstellung, in der sich die Läufe unterscheiden, nach ihrer Stelle in einem Lauf, etwa /algorithm/alpha, oder eine Messgröße</translation></message>
<message><source>The metric, whose last value counts</source><translation>Die Messgröße, deren letzter Wert zählt</translation></message>
<message><source>Clients as points</source><translation>Clients als Punkte</translation></message>
<message><source>Two numbers of each client. For the gradient distance over the entropy, also the envelope of HiCS-FL's Assumption 1.</source><translation>Zwei Zahlen jedes Clients. Für den Gradientenabstand über der Entropie auch die Hüllkurve zu Annahme 1 von HiCS-FL.</translation></message>
<message><source>A number of each client, such as trueEntropy</source><translation>Eine Zahl jedes Clients, etwa trueEntropy</translation></message>
<message><source>The other number of the same client</source><translation>Die andere Zahl desselben Clients</translation></message>
<message><source>last: a point for each client, by the newest round that has both numbers; all: a point for each client and round</source><translation>last: ein Punkt je Client, nach der neuesten Runde, die beide Zahlen hat; all: ein Punkt je Client und Runde</translation></message>
<message><source>Class counts</source><translation>Klassenanzahlen</translation></message>
<message><source>How many samples of each class every client trains on.</source><translation>Auf wie vielen Beispielen jeder Klasse jeder Client trainiert.</translation></message>
<message><source>GPL-3.0-or-later, as the program</source><translation>GPL-3.0-or-later, wie das Programm</translation></message>
<message><source>drawn by this program</source><translation>von diesem Programm gezeichnet</translation></message>
<message><source>made by Coterie</source><translation>von Coterie erzeugt</translation></message>
<message><source>none stated with the files</source><translation>bei den Dateien keine angegeben</translation></message>
<message><source>Y. LeCun, C. Cortes, C. Burges. The four files train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz from https://ossci-datasets.s3.amazonaws.com/mnist/ (mirror: https://storage.googleapis.com/cvdf-datasets/mnist/) into DIR/mnist; DIR is named by --data or COTERIE_DATA.</source><translation>Y. LeCun, C. Cortes, C. Burges. Die vier Dateien train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz und t10k-labels-idx1-ubyte.gz von https://ossci-datasets.s3.amazonaws.com/mnist/ (Spiegel: https://storage.googleapis.com/cvdf-datasets/mnist/) nach DIR/mnist; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>MIT, Zalando SE</source><translation>MIT, Zalando SE</translation></message>
<message><source>Zalando Research. The four files train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz from http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/ into DIR/fashion-mnist; DIR is named by --data or COTERIE_DATA.</source><translation>Zalando Research. Die vier Dateien train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz und t10k-labels-idx1-ubyte.gz von http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/ nach DIR/fashion-mnist; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>none stated with the files; NIST Special Database 19</source><translation>bei den Dateien keine angegeben; NIST Special Database 19</translation></message>
<message><source>G. Cohen, S. Afshar, J. Tapson, A. van Schaik. gzip.zip from https://biometrics.nist.gov/cs_links/EMNIST/ into DIR/emnist, where it is read in place, or its emnist-SPLIT-… files unpacked there; DIR is named by --data or COTERIE_DATA.</source><translation>G. Cohen, S. Afshar, J. Tapson, A. van Schaik. gzip.zip von https://biometrics.nist.gov/cs_links/EMNIST/ nach DIR/emnist, wo es unausgepackt gelesen wird, oder seine dort ausgepackten Dateien emnist-SPLIT-…; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>none stated; cite the 2009 technical report</source><translation>keine angegeben; den technischen Bericht von 2009 zitieren</translation></message>
<message><source>A. Krizhevsky. cifar-10-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into DIR/cifar-10, where it is read in place, or its six .bin files (.bin.gz will do) unpacked there; DIR is named by --data or COTERIE_DATA.</source><translation>A. Krizhevsky. cifar-10-binary.tar.gz von https://www.cs.toronto.edu/~kriz/ nach DIR/cifar-10, wo es unausgepackt gelesen wird, oder seine sechs dort ausgepackten .bin-Dateien (auch .bin.gz genügt); DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>A. Krizhevsky. cifar-100-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into DIR/cifar-100, where it is read in place, or its train.bin and test.bin (.bin.gz will do) unpacked there; DIR is named by --data or COTERIE_DATA.</source><translation>A. Krizhevsky. cifar-100-binary.tar.gz von https://www.cs.toronto.edu/~kriz/ nach DIR/cifar-100, wo es unausgepackt gelesen wird, oder seine dort ausgepackten Dateien train.bin und test.bin (auch .bin.gz genügt); DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>for non-commercial use only, as the site states</source><translation>nur für nicht kommerzielle Nutzung, wie die Website angibt</translation></message>
<message><source>Y. Netzer and others, Stanford University. train_32x32.mat and test_32x32.mat from http://ufldl.stanford.edu/housenumbers/ into DIR/svhn; DIR is named by --data or COTERIE_DATA.</source><translation>Y. Netzer und andere, Stanford University. train_32x32.mat und test_32x32.mat von http://ufldl.stanford.edu/housenumbers/ nach DIR/svhn; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>none stated</source><translation>keine angegeben</translation></message>
<message><source>US Postal Service and AT&amp;T, by way of "The Elements of Statistical Learning". zip.train.gz and zip.test.gz from https://hastie.su.domains/ElemStatLearn/datasets/ into DIR/usps; DIR is named by --data or COTERIE_DATA.</source><translation>US Postal Service und AT&amp;T, über "The Elements of Statistical Learning". zip.train.gz und zip.test.gz von https://hastie.su.domains/ElemStatLearn/datasets/ nach DIR/usps; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>Y. Ganin, V. Lempitsky. SynthDigits.zip, linked from http://yaroslav.ganin.net/, into DIR/synth-digits, where it is read in place, or its synth_train_32x32.mat and synth_test_32x32.mat unpacked there; DIR is named by --data or COTERIE_DATA.</source><translation>Y. Ganin, V. Lempitsky. SynthDigits.zip, verlinkt auf http://yaroslav.ganin.net/, nach DIR/synth-digits, wo es unausgepackt gelesen wird, oder seine dort ausgepackten Dateien synth_train_32x32.mat und synth_test_32x32.mat; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>Y. Ganin, V. Lempitsky. mnist_m.tar.gz, linked from http://yaroslav.ganin.net/, into DIR/mnist-m, where it is read in place, or its folders mnist_m_train and mnist_m_test with their label files unpacked there; DIR is named by --data or COTERIE_DATA.</source><translation>Y. Ganin, V. Lempitsky. mnist_m.tar.gz, verlinkt auf http://yaroslav.ganin.net/, nach DIR/mnist-m, wo es unausgepackt gelesen wird, oder seine dort ausgepackten Ordner mnist_m_train und mnist_m_test mit ihren Klassendateien; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>that of each of the five sets</source><translation>die jedes der fünf Datensätze</translation></message>
<message><source>the files of mnist, svhn, usps, synthDigits and mnistM, each where it is read alone</source><translation>die Dateien von mnist, svhn, usps, synthDigits und mnistM, jede dort, wo sie auch allein gelesen wird</translation></message>
<message><source>CC BY 4.0 (UCI); name A. Janosi, W. Steinbrunn, M. Pfisterer and R. Detrano</source><translation>CC BY 4.0 (UCI); A. Janosi, W. Steinbrunn, M. Pfisterer und R. Detrano nennen</translation></message>
<message><source>UCI Machine Learning Repository. The files processed.cleveland.data, processed.hungarian.data, processed.switzerland.data and processed.va.data from https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/ into DIR/heart-disease; DIR is named by --data or COTERIE_DATA.</source><translation>UCI Machine Learning Repository. Die Dateien processed.cleveland.data, processed.hungarian.data, processed.switzerland.data und processed.va.data von https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/ nach DIR/heart-disease; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>MD5 is the publisher's; SHA-256 as several public programs have it</source><translation>MD5 vom Herausgeber; SHA-256, wie mehrere öffentliche Programme sie haben</translation></message>
<message><source>MD5 is the publisher's; size and SHA-256 as several public programs have them</source><translation>MD5 vom Herausgeber; Größe und SHA-256, wie mehrere öffentliche Programme sie haben</translation></message>
<message><source>size and SHA-256 of public copies that agree</source><translation>Größe und SHA-256 übereinstimmender öffentlicher Kopien</translation></message>
<message><source>address and MD5 as TorchIO has them</source><translation>Adresse und MD5, wie TorchIO sie hat</translation></message>
<message><source>size and digests as several public programs have them</source><translation>Größe und Prüfsummen, wie mehrere öffentliche Programme sie haben</translation></message>
<message><source>size and SHA-256 as several public programs have them, MD5 as torchvision checks it</source><translation>Größe und SHA-256, wie mehrere öffentliche Programme sie haben, MD5, wie torchvision sie prüft</translation></message>
<message><source>a public copy of the author's archive: a program that fetches his own and one that fetches this check the same MD5</source><translation>eine öffentliche Kopie des Archivs des Autors: ein Programm, das seines lädt, und eines, das diese lädt, prüfen dieselbe MD5</translation></message>
<message><source>size and SHA-256 as one public pointer file records them</source><translation>Größe und SHA-256, wie eine öffentliche Verweisdatei sie festhält</translation></message>
<message><source>Janosi, Steinbrunn, Pfisterer, Detrano (1988), as in FLamby, arXiv 2210.04620</source><translation>Janosi, Steinbrunn, Pfisterer, Detrano (1988), wie in FLamby, arXiv 2210.04620</translation></message>
<message><source>Pérez-García, Sparks, Ourselin: TorchIO (2020), arXiv 2003.04696, as in FLamby, arXiv 2210.04620</source><translation>Pérez-García, Sparks, Ourselin: TorchIO (2020), arXiv 2003.04696, wie in FLamby, arXiv 2210.04620</translation></message>
<message><source>Sizes and checksums: %1</source><translation>Größen und Prüfsummen: %1</translation></message>
<message><source>CC BY-SA 3.0, brain-development.org</source><translation>CC BY-SA 3.0, brain-development.org</translation></message>
<message><source>IXI data set, Imperial College London; small version by F. Pérez-García. ixi_tiny.zip (see TorchIO's IXITiny) or FLamby's archive into DIR/ixi-tiny, where it is read in place, or their folders unpacked there; DIR is named by --data or COTERIE_DATA.</source><translation>IXI-Datensatz, Imperial College London; kleine Fassung von F. Pérez-García. ixi_tiny.zip (siehe IXITiny von TorchIO) oder FLambys Archiv nach DIR/ixi-tiny, wo es unausgepackt gelesen wird, oder ihre dort ausgepackten Ordner; DIR wird mit --data oder COTERIE_DATA benannt.</translation></message>
<message><source>as the file's owner says</source><translation>wie der Eigentümer der Datei es angibt</translation></message>
<message><source>your own file, named by path</source><translation>Ihre eigene Datei, mit path benannt</translation></message>
<message><source>your own files, named by path and labels</source><translation>Ihre eigenen Dateien, mit path und labels benannt</translation></message>
<message><source>your own folder or archive, named by path</source><translation>Ihr eigener Ordner oder Ihr Archiv, mit path benannt</translation></message>
<message><source>Name</source><translation>Name</translation></message>
<message><source>Name of the experiment</source><translation>Name des Experiments</translation></message>
<message><source>Description</source><translation>Beschreibung</translation></message>
<message><source>What the experiment does, in a few sentences</source><translation>Was das Experiment tut, in einigen Sätzen</translation></message>
<message><source>What to look for</source><translation>Worauf zu achten ist</translation></message>
<message><source>What a newcomer should watch for</source><translation>Worauf ein Neuling achten sollte</translation></message>
<message><source>Look for</source><translation>Zu beachten</translation></message>
<message><source>Source of the defaults</source><translation>Quelle der Vorgaben</translation></message>
<message><source>Defaults as in the papers' equations, or as in the authors' released code</source><translation>Vorgaben wie in den Gleichungen der Artikel oder wie im veröffentlichten Code der Autoren</translation></message>
<message><source>Profile</source><translation>Profil</translation></message>
<message><source>Share of every client's samples kept for testing</source><translation>Anteil der Beispiele jedes Clients, der zum Testen zurückbehalten wird</translation></message>
<message><source>Share</source><translation>Anteil</translation></message>
<message><source>Validation share</source><translation>Validierungsanteil</translation></message>
<message><source>Share of every client's samples kept for choosing the best round</source><translation>Anteil der Beispiele jedes Clients, der zurückbehalten wird, um die beste Runde zu wählen</translation></message>
<message><source>How models' numbers are stored</source><translation>Wie die Zahlen der Modelle gespeichert werden</translation></message>
<message><source>Initialisation</source><translation>Initialisierung</translation></message>
<message><source>How the common initial weights are drawn; default: as LibTorch does</source><translation>Wie die gemeinsamen Anfangsgewichte gezogen werden; default: so wie LibTorch es tut</translation></message>
<message><source>A file .safetensors whose weights every client begins with; empty: drawn weights</source><translation>Eine Datei .safetensors, mit deren Gewichten jeder Client beginnt; leer: gezogene Gewichte</translation></message>
<message><source>Choose the file</source><translation>Datei auswählen</translation></message>
<message><source>Choose the file of %1</source><translation>Datei für %1 auswählen</translation></message>
<message><source>Choose initial weights</source><translation>Anfangsgewichte auswählen</translation></message>
<message><source>From a PyTorch file…</source><translation>Aus einer PyTorch-Datei…</translation></message>
<message><source>Choose a scripted module (TorchScript), or drop its file on this page</source><translation>Ein TorchScript-Modul auswählen oder seine Datei auf diese Seite ziehen</translation></message>
<message><source>Choose a module of PyTorch</source><translation>Ein Modul von PyTorch auswählen</translation></message>
<message><source>TorchScript modules (*.pt *.pth);;All files (*)</source><translation>TorchScript-Module (*.pt *.pth);;Alle Dateien (*)</translation></message>
<message><source>Weights (*.safetensors);;All files (*)</source><translation>Gewichte (*.safetensors);;Alle Dateien (*)</translation></message>
<message><source>Batch-norm statistics</source><translation>Batch-Norm-Statistiken</translation></message>
<message><source>Running statistics of batch-norm layers: averaged with the models, kept by every client, or (officialHcct) client 0's in every averaged model, as HCCT's released code copies them</source><translation>Laufende Statistiken von Batch-Norm-Schichten: mit den Modellen gemittelt, von jedem Client behalten oder (officialHcct) in jedem gemittelten Modell die von Client 0, wie HCCTs veröffentlichter Code sie kopiert</translation></message>
<message><source>Bn mode</source><translation>Batch-Norm-Modus</translation></message>
<message><source>Keep the optimiser's state</source><translation>Zustand des Optimierers behalten</translation></message>
<message><source>Keep the optimizer's moments from round to round</source><translation>Die Momente des Optimierers von Runde zu Runde behalten</translation></message>
<message><source>Local</source><translation>Lokal</translation></message>
<message><source>Keep optimizer state</source><translation>Optimiererzustand behalten</translation></message>
<message><source>Batch size</source><translation>Stapelgröße</translation></message>
<message><source>Samples in one local step</source><translation>Beispiele in einem lokalen Schritt</translation></message>
<message><source>Batch</source><translation>Stapel</translation></message>
<message><source>Local epochs</source><translation>Lokale Epochen</translation></message>
<message><source>Passes over a client's data in one round</source><translation>Durchgänge durch die Daten eines Clients in einer Runde</translation></message>
<message><source>Local steps of a client in one round</source><translation>Lokale Schritte eines Clients in einer Runde</translation></message>
<message><source>Drop the short last batch</source><translation>Kurzen letzten Stapel weglassen</translation></message>
<message><source>Leave out a short last batch</source><translation>Einen kurzen letzten Stapel auslassen</translation></message>
<message><source>Drop last</source><translation>Letzten weglassen</translation></message>
<message><source>Communication rounds</source><translation>Kommunikationsrunden</translation></message>
<message><source>Every arm runs once with each seed</source><translation>Jede Variante läuft mit jeder Startzahl einmal</translation></message>
<message><source>Seed of the partition</source><translation>Startzahl der Aufteilung</translation></message>
<message><source>Seed of the partition alone, so that all seeds share one partition</source><translation>Startzahl allein der Aufteilung, sodass alle Startzahlen dieselbe Aufteilung haben</translation></message>
<message><source>Partition seed</source><translation>Aufteilungsstartzahl</translation></message>
<message><source>Evaluate every</source><translation>Auswerten alle</translation></message>
<message><source>Rounds between two measurements on the test sets</source><translation>Runden zwischen zwei Messungen auf den Testmengen</translation></message>
<message><source>Training batches measured</source><translation>Gemessene Trainingsstapel</translation></message>
<message><source>Batches of each training set on which the clients' models are measured too; a large number means the whole set. With 0 the training loss is that of the training pass</source><translation>Stapel jeder Trainingsmenge, auf denen die Modelle der Clients ebenfalls gemessen werden; eine große Zahl bedeutet die ganze Menge. Bei 0 ist der Trainingsverlust der des Trainingsdurchgangs</translation></message>
<message><source>The released code of All-for-one takes 5</source><translation>Der veröffentlichte Code von All-for-one nimmt 5</translation></message>
<message><source>batches</source><translation>Stapel</translation></message>
<message><source>Train evaluation batches</source><translation>Trainingsstapel zur Auswertung</translation></message>
<message><source>Leave out the last client</source><translation>Letzten Client auslassen</translation></message>
<message><source>The last client neither trains nor counts in the results, in every arm. All-for-one's other clients still use gradients on its data</source><translation>Der letzte Client trainiert in keiner Variante und zählt in keiner in den Ergebnissen. Die anderen Clients von All-for-one verwenden weiterhin Gradienten auf seinen Daten</translation></message>
<message><source>The released code of All-for-one</source><translation>Der veröffentlichte Code von All-for-one</translation></message>
<message><source>Exclude last client</source><translation>Letzten Client ausschließen</translation></message>
<message><source>Checkpoint every</source><translation>Zwischenstand alle</translation></message>
<message><source>The most work that a crash can lose</source><translation>Die meiste Arbeit, die ein Absturz kosten kann</translation></message>
<message><source>Checkpoint seconds</source><translation>Sekunden je Zwischenstand</translation></message>
<message><source>Retry for</source><translation>Neu versuchen für</translation></message>
<message><source>How long coterie-cli retries while the disk is full or another program locks the run store; then the run stops and can be resumed. The window waits for you</source><translation>Wie lange coterie-cli es neu versucht, während die Festplatte voll ist oder ein anderes Programm den Laufspeicher sperrt; dann stoppt der Lauf und kann fortgesetzt werden. Das Fenster wartet auf Sie</translation></message>
<message><source>min</source><translation>min</translation></message>
<message><source>Retry minutes</source><translation>Minuten für neue Versuche</translation></message>
<message><source>Keep a state every</source><translation>Zustand behalten alle</translation></message>
<message><source>Rounds between two states that stay in the run store, so that a fork begins there instead of computing the rounds again; 0: none. Results do not depend on it</source><translation>Runden zwischen zwei Zuständen, die im Laufspeicher bleiben, sodass eine Verzweigung dort beginnt, statt die Runden noch einmal zu berechnen; 0: keine. Die Ergebnisse hängen nicht davon ab</translation></message>
<message><source>Keep states</source><translation>Zustände behalten</translation></message>
<message><source>Room for kept states</source><translation>Platz für behaltene Zustände</translation></message>
<message><source>What the kept states of one run may take together. When it is full, every other one is removed and from then on half as many are kept</source><translation>Was die behaltenen Zustände eines Laufs zusammen belegen dürfen. Ist das voll, wird jeder zweite entfernt, und von da an werden halb so viele behalten</translation></message>
<message><source>MB</source><translation>MB</translation></message>
<message><source>Keep states megabytes</source><translation>Megabyte für behaltene Zustände</translation></message>
<message><source>Keep the models</source><translation>Modelle behalten</translation></message>
<message><source>Which models of a run stay in the run store, to be exported once it has finished: those of its last round, those of the tested round with the lowest test error (without classes: loss), or none. Results do not depend on it</source><translation>Welche Modelle eines Laufs im Laufspeicher bleiben, um exportiert zu werden, sobald er fertig ist: die seiner letzten Runde, die der getesteten Runde mit dem niedrigsten Testfehler (ohne Klassen: Testverlust) oder keine. Die Ergebnisse hängen nicht davon ab</translation></message>
<message><source>Keep models</source><translation>Modelle behalten</translation></message>
<message><source>Room for kept models</source><translation>Platz für behaltene Modelle</translation></message>
<message><source>What the kept models of one run may take together. If they need more, none of them is kept</source><translation>Was die behaltenen Modelle eines Laufs zusammen belegen dürfen. Brauchen sie mehr, wird keines behalten</translation></message>
<message><source>Keep models megabytes</source><translation>Megabyte für behaltene Modelle</translation></message>
<message><source>Keep matrices every</source><translation>Matrizen behalten alle</translation></message>
<message><source>Rounds between two that keep their matrices over all pairs of clients: similarities, Gram matrix, and A where a method computes every weight. The first and the last round keep theirs. Results do not depend on it</source><translation>Runden zwischen zwei, die ihre Matrizen über alle Paare von Clients behalten: Ähnlichkeiten, Gram-Matrix und A, wo ein Verfahren jedes Gewicht berechnet. Die erste und die letzte Runde behalten ihre. Die Ergebnisse hängen nicht davon ab</translation></message>
<message><source>Room for matrices</source><translation>Platz für Matrizen</translation></message>
<message><source>What these matrices of one run may take together, before compression. If they need more, fewer rounds keep theirs; the first and the last one always do</source><translation>Was diese Matrizen eines Laufs zusammen belegen dürfen, vor der Komprimierung. Brauchen sie mehr, behalten weniger Runden ihre; die erste und die letzte immer</translation></message>
<message><source>Keep matrices megabytes</source><translation>Megabyte für Matrizen</translation></message>
<message><source>Where models are trained; auto: on a CUDA device if there is one</source><translation>Wo Modelle trainiert werden; auto: auf einem CUDA-Gerät, wenn es eines gibt</translation></message>
<message><source>Arrivals</source><translation>Beitritte</translation></message>
<message><source>Dataset</source><translation>Datensatz</translation></message>
<message><source>Edges</source><translation>Randserver</translation></message>
<message><source>Optimizer</source><translation>Optimierer</translation></message>
<message><source>Preprocess</source><translation>Vorverarbeitung</translation></message>
<message><source>Schedule</source><translation>Lernratenplan</translation></message>
<message><source>Scheme</source><translation>Schema</translation></message>
<message><source>Name of the arm in legends and tables</source><translation>Name der Variante in Legenden und Tabellen</translation></message>
<message><source>Source</source><translation>Quelle</translation></message>
<message><source>Source of the paper's numbers, such as HCCT, Table 4</source><translation>Quelle der Zahlen des Artikels, etwa HCCT, Tabelle 4</translation></message>
<message><source>Metric of the numbers, such as bestPerClientTestError</source><translation>Messgröße der Zahlen, etwa bestPerClientTestError</translation></message>
<message><source>Unit</source><translation>Einheit</translation></message>
<message><source>Unit of the numbers, such as %</source><translation>Einheit der Zahlen, etwa %</translation></message>
<message><source>Deviations over</source><translation>Abweichungen über</translation></message>
<message><source>What the paper's standard deviations spread over: seeds, or clients and seeds together</source><translation>Worüber die Standardabweichungen des Artikels streuen: Startzahlen, oder Clients und Startzahlen zusammen</translation></message>
<message><source>Target</source><translation>Zielwert</translation></message>
<message><source>If set, the numbers are rounds until the metric reaches it</source><translation>Wenn angegeben, sind die Zahlen Runden, bis die Messgröße ihn erreicht</translation></message>
<message><source>the papers' equations</source><translation>die Gleichungen der Artikel</translation></message>
<message><source>the authors' released code</source><translation>der veröffentlichte Code der Autoren</translation></message>
<message><source>a CUDA device if there is one</source><translation>ein CUDA-Gerät, wenn es eines gibt</translation></message>
<message><source>CPU</source><translation>CPU</translation></message>
<message><source>CUDA device</source><translation>CUDA-Gerät</translation></message>
<message><source>those of the last round</source><translation>die der letzten Runde</translation></message>
<message><source>those of the best round</source><translation>die der besten Runde</translation></message>
<message><source>no models</source><translation>keine Modelle</translation></message>
<message><source>32-bit floats</source><translation>32-Bit-Gleitkommazahlen</translation></message>
<message><source>64-bit floats</source><translation>64-Bit-Gleitkommazahlen</translation></message>
<message><source>LibTorch's own</source><translation>die von LibTorch</translation></message>
<message><source>Xavier</source><translation>Xavier</translation></message>
<message><source>Kaiming</source><translation>Kaiming</translation></message>
<message><source>averaged with the models</source><translation>mit den Modellen gemittelt</translation></message>
<message><source>kept by every client</source><translation>von jedem Client behalten</translation></message>
<message><source>client 0's as in HCCT's code</source><translation>die von Client 0 wie in HCCTs Code</translation></message>
<message><source>28 × 28 in colour</source><translation>28 × 28 in Farbe</translation></message>
<message><source>28 × 28 in grey</source><translation>28 × 28 in Grau</translation></message>
<message><source>32 × 32 in colour</source><translation>32 × 32 in Farbe</translation></message>
<message><source>are an error</source><translation>sind ein Fehler</translation></message>
<message><source>are left out</source><translation>werden ausgelassen</translation></message>
<message><source>balanced (47 classes)</source><translation>ausgewogen (47 Klassen)</translation></message>
<message><source>by class (62 classes)</source><translation>nach Klasse (62 Klassen)</translation></message>
<message><source>by merge (47 classes)</source><translation>zusammengelegt (47 Klassen)</translation></message>
<message><source>letters (26 classes)</source><translation>Buchstaben (26 Klassen)</translation></message>
<message><source>digits (10 classes)</source><translation>Ziffern (10 Klassen)</translation></message>
<message><source>MNIST's digits (10 classes)</source><translation>Ziffern von MNIST (10 Klassen)</translation></message>
<message><source>where there are 1 or 3</source><translation>wo es 1 oder 3 gibt</translation></message>
<message><source>first</source><translation>vorn</translation></message>
<message><source>classification</source><translation>Klassifikation</translation></message>
<message><source>regression</source><translation>Regression</translation></message>
<message><source>the column's mean</source><translation>Mittel der Spalte</translation></message>
<message><source>the column's median</source><translation>Median der Spalte</translation></message>
<message><source>the column's most frequent value</source><translation>häufigster Wert der Spalte</translation></message>
<message><source>row left out</source><translation>Zeile weggelassen</translation></message>
<message><source>features</source><translation>Merkmale</translation></message>
<message><source>square picture</source><translation>quadratisches Bild</translation></message>
<message><source>comma</source><translation>Komma</translation></message>
<message><source>semicolon</source><translation>Semikolon</translation></message>
<message><source>tab</source><translation>Tabulator</translation></message>
<message><source>the whole picture stretched</source><translation>das ganze Bild verzerrt</translation></message>
<message><source>the square in its middle</source><translation>das Quadrat in seiner Mitte</translation></message>
<message><source>stay grey</source><translation>bleiben grau</translation></message>
<message><source>not said</source><translation>nicht angegeben</translation></message>
<message><source>by speaker (NAME:)</source><translation>nach Sprecher (NAME:)</translation></message>
<message><source>by block between empty lines</source><translation>nach Block zwischen Leerzeilen</translation></message>
<message><source>as they are</source><translation>wie sie sind</translation></message>
<message><source>small letters only</source><translation>nur Kleinbuchstaben</translation></message>
<message><source>become coloured</source><translation>werden farbig</translation></message>
<message><source>blanks</source><translation>Leerzeichen</translation></message>
<message><source>by the change of size</source><translation>nach der Größenänderung</translation></message>
<message><source>area</source><translation>flächig</translation></message>
<message><source>bilinear</source><translation>bilinear</translation></message>
<message><source>the official test set where there is one</source><translation>die offizielle Testmenge, wo es eine gibt</translation></message>
<message><source>the official test set</source><translation>die offizielle Testmenge</translation></message>
<message><source>a share of the client's own samples</source><translation>ein Anteil der eigenen Beispiele des Clients</translation></message>
<message><source>all images</source><translation>alle Bilder</translation></message>
<message><source>half-normal</source><translation>halbnormal</translation></message>
<message><source>equal</source><translation>gleich</translation></message>
<message><source>output biases</source><translation>Ausgabe-Biaswerte</translation></message>
<message><source>row means of output weights</source><translation>Zeilenmittel der Ausgabegewichte</translation></message>
<message><source>output weights and biases</source><translation>Ausgabegewichte und -Biaswerte</translation></message>
<message><source>the newest of each client</source><translation>das neueste jedes Clients</translation></message>
<message><source>the first of each client</source><translation>das erste jedes Clients</translation></message>
<message><source>everybody's gradient</source><translation>der Gradient aller</translation></message>
<message><source>everybody's local work</source><translation>die lokale Arbeit aller</translation></message>
<message><source>what participants sent</source><translation>was Teilnehmer gesendet haben</translation></message>
<message><source>at random from those not seen</source><translation>zufällig aus den noch nicht gesehenen</translation></message>
<message><source>in blocks of ids</source><translation>in Blöcken von Nummern</translation></message>
<message><source>by size</source><translation>nach Größe</translation></message>
<message><source>with equal chances</source><translation>mit gleichen Chancen</translation></message>
<message><source>rows of the matrix</source><translation>Zeilen der Matrix</translation></message>
<message><source>entries of the matrix</source><translation>Einträge der Matrix</translation></message>
<message><source>all alike</source><translation>alle gleich</translation></message>
<message><source>apart</source><translation>verschieden</translation></message>
<message><source>all the same</source><translation>alle gleich</translation></message>
<message><source>the cluster's model</source><translation>das Modell des Clusters</translation></message>
<message><source>the mean of its members' models</source><translation>das Mittel der Modelle seiner Mitglieder</translation></message>
<message><source>of the method</source><translation>der Methode</translation></message>
<message><source>of FedAvg</source><translation>von FedAvg</translation></message>
<message><source>the mean of its models</source><translation>das Mittel seiner Modelle</translation></message>
<message><source>the model it trained</source><translation>das Modell, das er trainiert hat</translation></message>
<message><source>as HCCT implements it</source><translation>wie HCCT sie umsetzt</translation></message>
<message><source>as its authors do</source><translation>wie ihre Autoren</translation></message>
<message><source>oracle</source><translation>Orakel</translation></message>
<message><source>samples if binary</source><translation>Beispiele, falls binär</translation></message>
<message><source>the arm's optimizer</source><translation>der Optimierer der Variante</translation></message>
<message><source>Nesterov's gradient</source><translation>Nesterovs Gradient</translation></message>
<message><source>the client's last model</source><translation>das letzte Modell des Clients</translation></message>
<message><source>the server's model</source><translation>das Modell des Servers</translation></message>
<message><source>each on its own condition</source><translation>jedes bei seiner eigenen Bedingung</translation></message>
<message><source>both on both conditions</source><translation>beide bei beiden Bedingungen</translation></message>
<message><source>never</source><translation>nie</translation></message>
<message><source>as Remark 1 has it</source><translation>wie in Bemerkung 1</translation></message>
<message><source>as its bitmap alone</source><translation>nur als ihre Bitmap</translation></message>
<message><source>entry by entry</source><translation>Eintrag für Eintrag</translation></message>
<message><source>first order</source><translation>erste Ordnung</translation></message>
<message><source>second order</source><translation>zweite Ordnung</translation></message>
<message><source>absolute</source><translation>absolut</translation></message>
<message><source>a multiple of the client's samples</source><translation>ein Vielfaches der Beispiele des Clients</translation></message>
<message><source>share of equal signs</source><translation>Anteil gleicher Vorzeichen</translation></message>
<message><source>everybody alone</source><translation>jeder allein</translation></message>
<message><source>all together</source><translation>alle zusammen</translation></message>
<message><source>the mean of the groups' models</source><translation>das Mittel der Modelle der Gruppen</translation></message>
<message><source>the initial weights</source><translation>die Anfangsgewichte</translation></message>
<message><source>largest benefit</source><translation>größter Nutzen</translation></message>
<message><source>waiting for the next partition</source><translation>Warten auf die nächste Aufteilung</translation></message>
<message><source>variance between clients</source><translation>Varianz zwischen Clients</translation></message>
<message><source>pooled variance</source><translation>gepoolte Varianz</translation></message>
<message><source>whole updates</source><translation>ganze Updates</translation></message>
<message><source>bodies only</source><translation>nur Rümpfe</translation></message>
<message><source>Mean test error</source><translation>Mittlerer Testfehler</translation></message>
<message><source>percent</source><translation>Prozent</translation></message>
<message><source>mean over clients of 100·(1 − accuracy) on their own test sets</source><translation>über die Clients gemittelt: 100·(1 − Genauigkeit) auf ihren eigenen Testmengen</translation></message>
<message><source>Test error (sd over clients)</source><translation>Testfehler (SD über Clients)</translation></message>
<message><source>its standard deviation over clients (ddof 0): how unfair the models are</source><translation>seine Standardabweichung über Clients (ddof 0): wie ungerecht die Modelle sind</translation></message>
<message><source>Test error of the best client</source><translation>Testfehler des besten Clients</translation></message>
<message><source>test error of the best client</source><translation>Testfehler des besten Clients</translation></message>
<message><source>Test error of the worst client</source><translation>Testfehler des schlechtesten Clients</translation></message>
<message><source>test error of the worst client</source><translation>Testfehler des schlechtesten Clients</translation></message>
<message><source>Test error of client 0</source><translation>Testfehler von Client 0</translation></message>
<message><source>test error of client 0, where there are at most four</source><translation>Testfehler von Client 0, wo es höchstens vier gibt</translation></message>
<message><source>Test error of client 1</source><translation>Testfehler von Client 1</translation></message>
<message><source>test error of client 1, where there are at most four</source><translation>Testfehler von Client 1, wo es höchstens vier gibt</translation></message>
<message><source>Test error of client 2</source><translation>Testfehler von Client 2</translation></message>
<message><source>test error of client 2, where there are at most four</source><translation>Testfehler von Client 2, wo es höchstens vier gibt</translation></message>
<message><source>Test error of client 3</source><translation>Testfehler von Client 3</translation></message>
<message><source>test error of client 3, where there are four</source><translation>Testfehler von Client 3, wo es vier gibt</translation></message>
<message><source>Test error of the worst tenth</source><translation>Testfehler des schlechtesten Zehntels</translation></message>
<message><source>mean test error of the worst 10 % of clients, at least one</source><translation>mittlerer Testfehler der schlechtesten 10 % der Clients, mindestens eines</translation></message>
<message><source>Test accuracy of the worst tenth</source><translation>Testgenauigkeit des schlechtesten Zehntels</translation></message>
<message><source>share</source><translation>Anteil</translation></message>
<message><source>mean test accuracy of the worst 10 % of clients, at least one</source><translation>mittlere Testgenauigkeit der schlechtesten 10 % der Clients, mindestens eines</translation></message>
<message><source>Mean test accuracy</source><translation>Mittlere Testgenauigkeit</translation></message>
<message><source>mean over clients of the accuracy on their own test sets</source><translation>über die Clients gemittelte Genauigkeit auf ihren eigenen Testmengen</translation></message>
<message><source>Weighted test accuracy</source><translation>Gewichtete Testgenauigkeit</translation></message>
<message><source>the same, weighted by training samples</source><translation>dasselbe, nach Trainingsbeispielen gewichtet</translation></message>
<message><source>Weighted test error</source><translation>Gewichteter Testfehler</translation></message>
<message><source>mean test error, weighted by training samples</source><translation>mittlerer Testfehler, nach Trainingsbeispielen gewichtet</translation></message>
<message><source>Personal accuracy</source><translation>Persönliche Genauigkeit</translation></message>
<message><source>PM: the clients' models on their own test sets, correct over tested; a client that takes no part in a round may have one of an earlier round</source><translation>PM: die Modelle der Clients auf ihren eigenen Testmengen, richtige durch getestete Beispiele; ein Client, der an einer Runde nicht teilnimmt, kann eines aus einer früheren Runde haben</translation></message>
<message><source>Mean test loss</source><translation>Mittlerer Testverlust</translation></message>
<message><source>mean over clients of the loss on their own test sets</source><translation>über die Clients gemittelter Verlust auf ihren eigenen Testmengen</translation></message>
<message><source>Weighted test loss</source><translation>Gewichteter Testverlust</translation></message>
<message><source>Pooled test loss</source><translation>Gepoolter Testverlust</translation></message>
<message><source>the same, weighted by test samples</source><translation>dasselbe, nach Testbeispielen gewichtet</translation></message>
<message><source>Mean log₁₀ test loss</source><translation>Mittlerer log₁₀-Testverlust</translation></message>
<message><source>mean over clients of log10(test loss), not the log of the mean</source><translation>über die Clients gemittelter log10(Testverlust), nicht der Logarithmus des Mittelwerts</translation></message>
<message><source>Log₁₀ test loss (sd over clients)</source><translation>log₁₀-Testverlust (SD über Clients)</translation></message>
<message><source>its standard deviation over clients (ddof 0)</source><translation>seine Standardabweichung über Clients (ddof 0)</translation></message>
<message><source>Weighted log₁₀ test loss</source><translation>Gewichteter log₁₀-Testverlust</translation></message>
<message><source>mean log10(test loss), weighted by training samples</source><translation>mittlerer log10(Testverlust), nach Trainingsbeispielen gewichtet</translation></message>
<message><source>Test error at each client's best</source><translation>Testfehler am Bestwert jedes Clients</translation></message>
<message><source>mean over clients of each one's lowest test error so far</source><translation>über die Clients gemittelt: der bisher kleinste Testfehler eines jeden</translation></message>
<message><source>Test accuracy at each client's best</source><translation>Testgenauigkeit am Bestwert jedes Clients</translation></message>
<message><source>mean over clients of each one's highest accuracy so far</source><translation>über die Clients gemittelt: die bisher höchste Genauigkeit eines jeden</translation></message>
<message><source>Test error at each client's best (sd over clients)</source><translation>Testfehler am Bestwert jedes Clients (SD über Clients)</translation></message>
<message><source>standard deviation over clients (ddof 0) of each one's lowest test error so far</source><translation>Standardabweichung über die Clients (ddof 0): der bisher kleinste Testfehler eines jeden</translation></message>
<message><source>Test error of the best client at its best</source><translation>Testfehler des besten Clients an seinem Bestwert</translation></message>
<message><source>smallest over clients of each one's lowest test error</source><translation>der kleinste unter den jeweils kleinsten Testfehlern der Clients</translation></message>
<message><source>Test error of the worst client at its best</source><translation>Testfehler des schlechtesten Clients an seinem Bestwert</translation></message>
<message><source>largest over clients of each one's lowest test error</source><translation>der größte unter den jeweils kleinsten Testfehlern der Clients</translation></message>
<message><source>Best round</source><translation>Beste Runde</translation></message>
<message><source>round with the best mean test accuracy so far (without classes: loss)</source><translation>Runde mit der besten mittleren Testgenauigkeit bisher (ohne Klassen: Verlust)</translation></message>
<message><source>Test error of the best round</source><translation>Testfehler der besten Runde</translation></message>
<message><source>mean test error of that round</source><translation>mittlerer Testfehler dieser Runde</translation></message>
<message><source>Test loss of the best round</source><translation>Testverlust der besten Runde</translation></message>
<message><source>mean test loss of that round</source><translation>mittlerer Testverlust dieser Runde</translation></message>
<message><source>Global accuracy</source><translation>Globale Genauigkeit</translation></message>
<message><source>GM: the global model on all clients' test sets, correct over tested</source><translation>GM: das globale Modell auf den Testmengen aller Clients, richtige durch getestete Beispiele</translation></message>
<message><source>Global test loss</source><translation>Globaler Testverlust</translation></message>
<message><source>the global model's loss on all clients' test sets, per sample</source><translation>Verlust des globalen Modells auf den Testmengen aller Clients, je Beispiel</translation></message>
<message><source>Edge accuracy</source><translation>Genauigkeit der Randserver</translation></message>
<message><source>the edge servers' models on their own clients' test sets, correct over tested</source><translation>die Modelle der Randserver auf den Testmengen ihrer eigenen Clients, richtige durch getestete Beispiele</translation></message>
<message><source>Official accuracy</source><translation>Offizielle Genauigkeit</translation></message>
<message><source>GM: the global model on the data set's own test set</source><translation>GM: das globale Modell auf der eigenen Testmenge des Datensatzes</translation></message>
<message><source>Official test loss</source><translation>Offizieller Testverlust</translation></message>
<message><source>the global model's loss on the data set's own test set</source><translation>Verlust des globalen Modells auf der eigenen Testmenge des Datensatzes</translation></message>
<message><source>Mean validation accuracy</source><translation>Mittlere Validierungsgenauigkeit</translation></message>
<message><source>mean over clients of the accuracy on their validation samples</source><translation>über die Clients gemittelte Genauigkeit auf ihren Validierungsbeispielen</translation></message>
<message><source>Mean validation loss</source><translation>Mittlerer Validierungsverlust</translation></message>
<message><source>mean over clients of the loss on their validation samples</source><translation>über die Clients gemittelter Verlust auf ihren Validierungsbeispielen</translation></message>
<message><source>Best round by validation</source><translation>Beste Runde nach Validierung</translation></message>
<message><source>round with the best mean validation accuracy so far (or loss)</source><translation>Runde mit der besten mittleren Validierungsgenauigkeit bisher (oder dem besten Verlust)</translation></message>
<message><source>Test error of the best round by validation</source><translation>Testfehler der besten Runde nach Validierung</translation></message>
<message><source>Test loss of the best round by validation</source><translation>Testverlust der besten Runde nach Validierung</translation></message>
<message><source>Mean training loss</source><translation>Mittlerer Trainingsverlust</translation></message>
<message><source>mean over participants of the loss in their last local epoch</source><translation>über die Teilnehmer gemittelter Verlust in ihrer letzten lokalen Epoche</translation></message>
<message><source>Training loss (sd over participants)</source><translation>Trainingsverlust (SD über Teilnehmer)</translation></message>
<message><source>its standard deviation over participants (ddof 0)</source><translation>seine Standardabweichung über Teilnehmer (ddof 0)</translation></message>
<message><source>Training loss of all clients</source><translation>Trainingsverlust aller Clients</translation></message>
<message><source>mean training loss over every client that reported one</source><translation>mittlerer Trainingsverlust über alle Clients, die einen gemeldet haben</translation></message>
<message><source>Weighted training loss</source><translation>Gewichteter Trainingsverlust</translation></message>
<message><source>Neighbours, itself included (clients)</source><translation>Nachbarn, er selbst eingeschlossen (Clients)</translation></message>
<message><source>Weight of its own model</source><translation>Gewicht des eigenen Modells</translation></message>
<message><source>Loss as a candidate</source><translation>Verlust als Kandidat</translation></message>
<message><source>Share of right answers on its training set</source><translation>Anteil richtiger Antworten auf der eigenen Trainingsmenge</translation></message>
<message><source>Loss on the training sets</source><translation>Verlust auf den Trainingsmengen</translation></message>
<message><source>mean over clients of their models' loss on their training sets</source><translation>über die Clients gemittelter Verlust ihrer Modelle auf ihren Trainingsmengen</translation></message>
<message><source>Error on the training sets</source><translation>Fehler auf den Trainingsmengen</translation></message>
<message><source>mean over clients of their models' error on their training sets</source><translation>über die Clients gemittelter Fehler ihrer Modelle auf ihren Trainingsmengen</translation></message>
<message><source>Error on the training sets (sd over clients)</source><translation>Fehler auf den Trainingsmengen (SD über Clients)</translation></message>
<message><source>Weighted error on the training sets</source><translation>Gewichteter Fehler auf den Trainingsmengen</translation></message>
<message><source>error on the training sets, weighted by training samples</source><translation>Fehler auf den Trainingsmengen, nach Trainingsbeispielen gewichtet</translation></message>
<message><source>Mean log₁₀ loss on the training sets</source><translation>Mittlerer log₁₀-Verlust auf den Trainingsmengen</translation></message>
<message><source>mean over clients of log10(loss on the training set)</source><translation>über die Clients gemittelter log10(Verlust auf der Trainingsmenge)</translation></message>
<message><source>Log₁₀ loss on the training sets (sd over clients)</source><translation>log₁₀-Verlust auf den Trainingsmengen (SD über Clients)</translation></message>
<message><source>Weighted log₁₀ loss on the training sets</source><translation>Gewichteter log₁₀-Verlust auf den Trainingsmengen</translation></message>
<message><source>mean log10(loss on the training set), weighted by training samples</source><translation>mittlerer log10(Verlust auf der Trainingsmenge), nach Trainingsbeispielen gewichtet</translation></message>
<message><source>Global model's loss on the training sets</source><translation>Verlust des globalen Modells auf den Trainingsmengen</translation></message>
<message><source>the global model's loss on the clients' training sets, weighted by training samples</source><translation>Verlust des globalen Modells auf den Trainingsmengen der Clients, nach Trainingsbeispielen gewichtet</translation></message>
<message><source>Training loss of all data in one place</source><translation>Trainingsverlust aller Daten an einem Ort</translation></message>
<message><source>training loss of centralised training</source><translation>Trainingsverlust des zentralen Trainings</translation></message>
<message><source>Training accuracy of all data in one place</source><translation>Trainingsgenauigkeit aller Daten an einem Ort</translation></message>
<message><source>training accuracy of centralised training</source><translation>Trainingsgenauigkeit des zentralen Trainings</translation></message>
<message><source>Group count</source><translation>Gruppenanzahl</translation></message>
<message><source>count</source><translation>Anzahl</translation></message>
<message><source>groups the clients are in</source><translation>Gruppen, in denen die Clients sind</translation></message>
<message><source>Adjusted Rand index</source><translation>Adjustierter Rand-Index</translation></message>
<message><source>agreement of the groups with the true ones, 1 if equal, about 0 by chance</source><translation>Übereinstimmung der Gruppen mit den wahren, 1 bei gleichen, etwa 0 bei zufälligen</translation></message>
<message><source>Purity</source><translation>Reinheit</translation></message>
<message><source>clients whose true group is the most frequent one in their group</source><translation>Clients, deren wahre Gruppe die häufigste in ihrer Gruppe ist</translation></message>
<message><source>Oracle distance</source><translation>Orakelabstand</translation></message>
<message><source>Frobenius distance of the collaboration matrix to uniform weights inside each true group</source><translation>Frobenius-Abstand der Kooperationsmatrix zu gleichen Gewichten innerhalb jeder wahren Gruppe</translation></message>
<message><source>Total utility</source><translation>Gesamtnutzen</translation></message>
<message><source>sum over clients of their utility in their group</source><translation>Summe des Nutzens der Clients in ihren Gruppen</translation></message>
<message><source>Mean total utility</source><translation>Mittlerer Gesamtnutzen</translation></message>
<message><source>its mean over the rounds so far, without the first, which has no updates to group by</source><translation>sein Mittelwert über die bisherigen Runden, ohne die erste, in der es keine Updates gibt, nach denen sich gruppieren ließe</translation></message>
<message><source>Sum of squared gradient norms</source><translation>Summe der quadrierten Gradientennormen</translation></message>
<message><source>sum over participants of the squared norm of the gradient of all their samples, at the models that the round begins with</source><translation>über die Teilnehmer summiert: die quadrierte Norm des Gradienten aller ihrer Beispiele, an den Modellen, mit denen die Runde beginnt</translation></message>
<message><source>Mean sum of squared gradient norms</source><translation>Mittlere Summe der quadrierten Gradientennormen</translation></message>
<message><source>its mean over the rounds so far, weighted by their learning rates (HCCT Theorem 2)</source><translation>ihr Mittelwert über die bisherigen Runden, nach deren Lernraten gewichtet (HCCT, Satz 2)</translation></message>
<message><source>Mean sparsity</source><translation>Mittlere Dünnbesetztheit</translation></message>
<message><source>mean over clients of the non-zero entries of their models, 1 = dense</source><translation>über die Clients gemittelter Anteil der Einträge ungleich null in ihren Modellen, 1 = dicht</translation></message>
<message><source>Mean group sparsity</source><translation>Mittlere Dünnbesetztheit der Gruppen</translation></message>
<message><source>mean over edges or groups of the non-zero entries of their models</source><translation>über Randserver oder Gruppen gemittelter Anteil der Einträge ungleich null in ihren Modellen</translation></message>
<message><source>Global sparsity</source><translation>Globale Dünnbesetztheit</translation></message>
<message><source>non-zero entries of the global model, 1 = dense</source><translation>Anteil der Einträge ungleich null im globalen Modell, 1 = dicht</translation></message>
<message><source>Penalty weight γ₁ of the clients</source><translation>Strafgewicht γ₁ der Clients</translation></message>
<message><source>γ₁, the weight of sFedHP's penalty on clients' models in this round</source><translation>γ₁, das Gewicht von sFedHPs Strafterm auf den Modellen der Clients in dieser Runde</translation></message>
<message><source>Penalty weight γ₂ of the edge servers</source><translation>Strafgewicht γ₂ der Randserver</translation></message>
<message><source>γ₂, the weight of sFedHP's penalty on edges' copies of the global model in this round</source><translation>γ₂, das Gewicht von sFedHPs Strafterm auf den Kopien des globalen Modells der Randserver in dieser Runde</translation></message>
<message><source>Pearson's r of estimated and true entropy</source><translation>Pearsons r von geschätzter und wahrer Entropie</translation></message>
<message><source>Pearson correlation over clients of estimated and true label entropy</source><translation>Pearson-Korrelation von geschätzter und wahrer Klassenentropie über die Clients</translation></message>
<message><source>Spearman's ρ of estimated and true entropy</source><translation>Spearmans ρ von geschätzter und wahrer Entropie</translation></message>
<message><source>the same of their ranks: whether the order of the clients is right</source><translation>dasselbe mit ihren Rängen: ob die Reihenfolge der Clients stimmt</translation></message>
<message><source>Spearman's ρ of entropy and distance to the whole gradient</source><translation>Spearmans ρ von Entropie und Abstand zum Gesamtgradienten</translation></message>
<message><source>rank correlation over clients of label entropy and distance to the gradient of all data; Assumption 1 of HiCS-FL expects it negative</source><translation>Rangkorrelation von Klassenentropie und Abstand zum Gradienten aller Daten über die Clients; nach Annahme 1 von HiCS-FL ist sie negativ</translation></message>
<message><source>Envelope β</source><translation>Hüllkurve β</translation></message>
<message><source>β of κ − ρ·exp(β(H − ln C)): 97.5 % of these distances, over all rounds so far, lie on or below this curve</source><translation>β von κ − ρ·exp(β(H − ln C)): 97,5 % dieser Abstände, über alle bisherigen Runden, liegen auf oder unter dieser Kurve</translation></message>
<message><source>Envelope ρ</source><translation>Hüllkurve ρ</translation></message>
<message><source>ρ of that curve</source><translation>ρ dieser Kurve</translation></message>
<message><source>Envelope κ</source><translation>Hüllkurve κ</translation></message>
<message><source>κ of that curve</source><translation>κ dieser Kurve</translation></message>
<message><source>Lower envelope β</source><translation>Untere Hüllkurve β</translation></message>
<message><source>β of the curve with 2.5 % of them at or below it</source><translation>β der Kurve, auf oder unter der 2,5 % von ihnen liegen</translation></message>
<message><source>Lower envelope ρ</source><translation>Untere Hüllkurve ρ</translation></message>
<message><source>ρ of the lower curve</source><translation>ρ der unteren Kurve</translation></message>
<message><source>Lower envelope κ</source><translation>Untere Hüllkurve κ</translation></message>
<message><source>κ of the lower curve</source><translation>κ der unteren Kurve</translation></message>
<message><source>Sampling sharpness</source><translation>Schärfe der Auswahl</translation></message>
<message><source>γᵗ of HiCS-FL: how strongly this round's draw prefers clusters of high entropy</source><translation>γᵗ von HiCS-FL: wie stark die Ziehung dieser Runde Cluster hoher Entropie bevorzugt</translation></message>
<message><source>Selection samples</source><translation>Beispiele für die Auswahl</translation></message>
<message><source>samples evaluated only to choose participants, this round</source><translation>Beispiele, die in dieser Runde nur ausgewertet wurden, um Teilnehmer zu wählen</translation></message>
<message><source>Selection bits</source><translation>Bits für die Auswahl</translation></message>
<message><source>bits</source><translation>Bit</translation></message>
<message><source>sent only to choose participants, this round; part of the traffic</source><translation>in dieser Runde nur gesendet, um Teilnehmer zu wählen; Teil des Datenverkehrs</translation></message>
<message><source>Traffic bits</source><translation>Datenverkehr in Bits</translation></message>
<message><source>sent over all links this round</source><translation>in dieser Runde über alle Verbindungen gesendet</translation></message>
<message><source>Total traffic bits</source><translation>Gesamter Datenverkehr in Bits</translation></message>
<message><source>sent over all links so far</source><translation>bisher über alle Verbindungen gesendet</translation></message>
<message><source>Total client to server bits</source><translation>Bits Client zu Server insgesamt</translation></message>
<message><source>sent by clients to the server, or their edge server, so far</source><translation>bisher von Clients an den Server oder ihren Randserver gesendet</translation></message>
<message><source>Total server to client bits</source><translation>Bits Server zu Client insgesamt</translation></message>
<message><source>sent to clients by the server, or their edge server, so far</source><translation>bisher vom Server oder ihrem Randserver an Clients gesendet</translation></message>
<message><source>Total edge to cloud bits</source><translation>Bits Randserver zu Cloud insgesamt</translation></message>
<message><source>sent by edge servers to the cloud so far</source><translation>bisher von Randservern an die Cloud gesendet</translation></message>
<message><source>Total cloud to edge bits</source><translation>Bits Cloud zu Randserver insgesamt</translation></message>
<message><source>sent by the cloud to edge servers so far</source><translation>bisher von der Cloud an Randserver gesendet</translation></message>
<message><source>Total client to client bits</source><translation>Bits Client zu Client insgesamt</translation></message>
<message><source>sent by clients to each other so far</source><translation>bisher von Clients aneinander gesendet</translation></message>
<message><source>Total index bits of sparse models</source><translation>Indexbits dünner Modelle insgesamt</translation></message>
<message><source>the part of all bits so far that says where the numbers of sparse models belong</source><translation>der Teil aller bisherigen Bits, der sagt, wohin die Zahlen dünner Modelle gehören</translation></message>
<message><source>Cloud bits per sender</source><translation>Cloud-Bits je Sender</translation></message>
<message><source>between the cloud and one edge server so far, both ways, or one client where no edge server sent anything: the mean over them</source><translation>bisher zwischen der Cloud und einem Randserver, in beide Richtungen, oder einem Client, wo kein Randserver etwas gesendet hat: der Mittelwert über sie</translation></message>
<message><source>Cloud bits per sender without index bits</source><translation>Cloud-Bits je Sender ohne Indexbits</translation></message>
<message><source>the numbers among these bits: without those that say where a sparse model's numbers belong</source><translation>die Zahlen unter diesen Bits: ohne jene, die sagen, wohin die Zahlen eines dünnen Modells gehören</translation></message>
<message><source>Total plain bytes</source><translation>Bytes ohne Ausdünnung insgesamt</translation></message>
<message><source>size of all transmissions of sparse models so far as whole models of 32-bit numbers</source><translation>bisherige Größe aller Übertragungen dünner Modelle als ganze Modelle aus 32-Bit-Zahlen</translation></message>
<message><source>Test error of the global model (%)</source><translation>Testfehler des globalen Modells (%)</translation></message>
<message><source>Test loss of the global model</source><translation>Testverlust des globalen Modells</translation></message>
<message><source>Norm of the update</source><translation>Norm des Updates</translation></message>
<message><source>True entropy of the labels (nats)</source><translation>Wahre Entropie der Klassen (nat)</translation></message>
<message><source>Estimated entropy of the labels (nats)</source><translation>Geschätzte Entropie der Klassen (nat)</translation></message>
<message><source>Chance of being drawn</source><translation>Chance, gezogen zu werden</translation></message>
<message><source>Times drawn</source><translation>Anzahl der Ziehungen</translation></message>
<message><source>Squared distance to the gradient of all data</source><translation>Quadrierter Abstand zum Gradienten aller Daten</translation></message>
<message><source>Utility</source><translation>Nutzen</translation></message>
<message><source>Squared gradient norm</source><translation>Quadrierte Gradientennorm</translation></message>
<message><source>Share of non-zero entries</source><translation>Anteil der Einträge ungleich null</translation></message>
<message><source>one row per round: learning rate and every metric</source><translation>eine Zeile je Runde: Lernrate und jede Messgröße</translation></message>
<message><source>one row per tested round from 1 on: every metric's smoothed curve (Savitzky–Golay, 13 points, order 3)</source><translation>eine Zeile je getesteter Runde ab 1: die geglättete Kurve jeder Messgröße (Savitzky–Golay, 13 Punkte, Ordnung 3)</translation></message>
<message><source>one row per round and client: losses, accuracies, steps, size of the update</source><translation>eine Zeile je Runde und Client: Verluste, Genauigkeiten, Schritte, Größe des Updates</translation></message>
<message><source>one row per round and member of a group</source><translation>eine Zeile je Runde und Mitglied einer Gruppe</translation></message>
<message><source>one row per merge, in order, and the best merge that was refused</source><translation>eine Zeile je Zusammenschluss, der Reihe nach, und der beste abgelehnte Zusammenschluss</translation></message>
<message><source>one row per round and member of a cluster that a sampler draws from</source><translation>eine Zeile je Runde und Mitglied eines Clusters, aus dem ein Auswahlverfahren zieht</translation></message>
<message><source>one row per merge that made these clusters, in order</source><translation>eine Zeile je Zusammenschluss, aus dem diese Cluster entstanden, der Reihe nach</translation></message>
<message><source>one row per entry of A, the similarities and the Gram matrix; of more than 1000 clients the different rows of A, and which clients have which</source><translation>eine Zeile je Eintrag von A, der Ähnlichkeiten und der Gram-Matrix; bei mehr als 1000 Clients die verschiedenen Zeilen von A und welche Clients welche haben</translation></message>
<message><source>one row per further value of a client or a group: entropies, probabilities …</source><translation>eine Zeile je weiterem Wert eines Clients oder einer Gruppe: Entropien, Wahrscheinlichkeiten …</translation></message>
<message><source>one row per client that took part in a round</source><translation>eine Zeile je Client, der an einer Runde teilnahm</translation></message>
<message><source>one row per link and round: bits sent</source><translation>eine Zeile je Verbindung und Runde: gesendete Bits</translation></message>
<message><source>one row per event: live changes, warnings, failures</source><translation>eine Zeile je Ereignis: Änderungen während des Laufs, Warnungen, Fehlschläge</translation></message>
<message><source>one row per phase of a round: seconds, host, run, library versions</source><translation>eine Zeile je Phase einer Runde: Sekunden, Rechner, Lauf, Versionen der Bibliotheken</translation></message>
<message><source>one row per run and metric: swept settings as numbers, clients, groups, last and best</source><translation>eine Zeile je Lauf und Messgröße: Einstellungen der Reihe als Zahlen, Clients, Gruppen, letzter und bester Wert</translation></message>
<message><source>one row per arm, round and metric: mean ± deviation over the seeds of finished runs and over clients, smoothed</source><translation>eine Zeile je Variante, Runde und Messgröße: Mittelwert ± Abweichung über die Startzahlen fertiger Läufe und über Clients, geglättet</translation></message>
<message><source>one row per arm, round, client and metric: mean ± deviation over the seeds of finished runs, best so far</source><translation>eine Zeile je Variante, Runde, Client und Messgröße: Mittelwert ± Abweichung über die Startzahlen fertiger Läufe, bisher bester Wert</translation></message>
<message><source>one row per client that has a name in the data: its name</source><translation>eine Zeile je Client, der in den Daten einen Namen hat: sein Name</translation></message>
<message><source>one row per round and client: its further values beside each other, such as estimated and true entropy</source><translation>eine Zeile je Runde und Client: seine weiteren Werte nebeneinander, etwa geschätzte und wahre Entropie</translation></message>
<message><source>How many of %1 clients the first one can collaborate with at precision ε, itself included, when their optima differ by N(%2, v²) in each of %3 coordinates (All-for-one, Figure %4; as in the released code x ≥ %5 counts, where Definition %6 needs x ≥ λ for binary weights)</source><translation>Mit wie vielen von %1 Clients der erste bei Präzision ε zusammenarbeiten kann, er selbst eingeschlossen, wenn sich ihre Optima in jeder von %3 Koordinaten um N(%2, v²) unterscheiden (All-for-one, Abbildung %4; wie im veröffentlichten Code zählt x ≥ %5, wo Definition %6 für binäre Gewichte x ≥ λ verlangt)</translation></message>
<message><source>With how many clients the first one can collaborate at a precision. Computed from the figure's own numbers; runs do not matter.</source><translation>Mit wie vielen Clients der erste bei einer Präzision zusammenarbeiten kann. Aus den eigenen Zahlen der Abbildung berechnet; Läufe spielen keine Rolle.</translation></message>
<message><source>Number of clients</source><translation>Zahl der Clients</translation></message>
<message><source>Spreads</source><translation>Streuungen</translation></message>
<message><source>Precisions</source><translation>Präzisionen</translation></message>
<message><source>Number of parameters of a model</source><translation>Zahl der Parameter eines Modells</translation></message>
<message><source>How far the clients' optima differ: a curve for each</source><translation>Wie weit sich die Optima der Clients unterscheiden: je eine Kurve</translation></message>
<message><source>The excess losses to reach: curves go from the least to the largest</source><translation>Die zu erreichenden Überschussverluste: Kurven gehen vom kleinsten bis zum größten</translation></message>
<message><source>Seed of the drawn optima</source><translation>Startzahl der gezogenen Optima</translation></message>
<message><source>The sufficient variance and the bounds of Table %1 on the excess loss after %2 steps, with constant, horizon-dependent and decreasing step sizes; and the steps to ε with decreasing ones (Corollary %3). A missing bound does not hold at this number of steps. The others hold while step sizes are at most the limit of Theorem %4. That is certain up to %5 (the least that the weights allow; Remark %6 has a smaller one); the constant one is %7, and decreasing ones begin at %8.</source><translation>Die hinreichende Varianz und die Schranken aus Tabelle %1 für den Verlustüberschuss nach %2 Schritten, mit konstanten, vom Horizont abhängigen und fallenden Schrittweiten; und die Schritte bis ε mit fallenden (Korollar %3). Eine fehlende Schranke gilt bei dieser Schrittzahl nicht. Die anderen gelten, solange die Schrittweiten höchstens die Grenze aus Satz %4 sind. Das ist sicher bis %5 (das Kleinste, was die Gewichte zulassen; Anmerkung %6 hat ein kleineres); die konstante ist %7, und fallende beginnen bei %8.</translation></message>
<message><source>with %1</source><translation>mit %1</translation></message>
<message><source>without %1</source><translation>ohne %1</translation></message>
<message><source>Layers</source><translation>Schichten</translation></message>
<message><source>Choose a layer to change its settings; drag layers to move them</source><translation>Eine Schicht wählen, um ihre Einstellungen zu ändern; Schichten ziehen, um sie zu verschieben</translation></message>
<message><source>Layer</source><translation>Schicht</translation></message>
<message><source>Multiply-adds</source><translation>Mult.-Additionen</translation></message>
<message><source>Shows each layer with its settings</source><translation>Zeigt jede Schicht mit ihren Einstellungen</translation></message>
<message><source>Shows channels × height × width, or how many numbers come out</source><translation>Zeigt Kanäle × Höhe × Breite, oder wie viele Zahlen herauskommen</translation></message>
<message><source>Counts the weights of one model, with every repetition of a block</source><translation>Zählt die Gewichte eines Modells, mit jeder Wiederholung eines Blocks</translation></message>
<message><source>Counts the multiply-adds of one sample's forward pass in linear layers and convolutions</source><translation>Zählt die Multiplikationen mit Addition, die ein Beispiel in linearen Schichten und Faltungen auf dem Hinweg braucht</translation></message>
<message><source>Move a layer</source><translation>Schicht verschieben</translation></message>
<message><source>Edit its layers</source><translation>Seine Schichten bearbeiten</translation></message>
<message><source>List the layers of this model in the experiment, to change them</source><translation>Die Schichten dieses Modells im Experiment aufzählen, um sie zu ändern</translation></message>
<message><source>Add a layer</source><translation>Schicht hinzufügen</translation></message>
<message><source>Add a layer…</source><translation>Schicht hinzufügen…</translation></message>
<message><source>Add a layer behind the chosen one (Ins)</source><translation>Eine Schicht hinter der gewählten hinzufügen (Einfg)</translation></message>
<message><source>Kinds of layers</source><translation>Arten von Schichten</translation></message>
<message><source>Duplicate</source><translation>Verdoppeln</translation></message>
<message><source>Duplicate the chosen layers</source><translation>Die gewählten Schichten verdoppeln</translation></message>
<message><source>Move up</source><translation>Nach oben</translation></message>
<message><source>Move the chosen layers up, also into or out of a block</source><translation>Die gewählten Schichten nach oben verschieben, auch in einen Block oder aus ihm heraus</translation></message>
<message><source>Move down</source><translation>Nach unten</translation></message>
<message><source>Move the chosen layers down, also into or out of a block</source><translation>Die gewählten Schichten nach unten verschieben, auch in einen Block oder aus ihm heraus</translation></message>
<message><source>Put into a block</source><translation>In einen Block setzen</translation></message>
<message><source>Put the chosen layers into a new block, which can be repeated</source><translation>Die gewählten Schichten in einen neuen Block setzen, der sich wiederholen lässt</translation></message>
<message><source>Take out of the block</source><translation>Aus dem Block nehmen</translation></message>
<message><source>Take the chosen layers out of their block; a chosen block is replaced by its layers</source><translation>Die gewählten Schichten aus ihrem Block nehmen; einen gewählten Block ersetzen seine Schichten</translation></message>
<message><source>Delete</source><translation>Löschen</translation></message>
<message><source>Delete the chosen layers</source><translation>Die gewählten Schichten löschen</translation></message>
<message><source>Reading the data set…</source><translation>Datensatz wird gelesen…</translation></message>
<message><source>Shapes and counts appear here when the data set's files are on this machine.</source><translation>Formen und Anzahlen erscheinen hier, wenn die Dateien des Datensatzes auf diesem Rechner sind.</translation></message>
<message><source>Layer %1: %2</source><translation>Schicht %1: %2</translation></message>
<message><source>Shapes and counts appear here when the settings of the data have no problems.</source><translation>Formen und Anzahlen erscheinen hier, wenn die Einstellungen der Daten keine Probleme haben.</translation></message>
<message><source>For samples of %1 in %2</source><translation>Für Beispiele von %1 in %2</translation></message>
<message><source>For samples of %1</source><translation>Für Beispiele von %1</translation></message>
<message><source>1 number</source><translation>1 Zahl</translation></message>
<message><source>%1 numbers</source><translation>%1 Zahlen</translation></message>
<message><source>1 parameter</source><translation>1 Parameter</translation></message>
<message><source>%1 parameters</source><translation>%1 Parameter</translation></message>
<message><source>%1 multiply-adds per sample</source><translation>%1 Multiplikationen mit Addition je Beispiel</translation></message>
<message><source>%1 per model</source><translation>%1 je Modell</translation></message>
<message><source>%1 for the models of %2</source><translation>%1 für die Modelle von %2</translation></message>
<message><source>Settings of layer %1</source><translation>Einstellungen von Schicht %1</translation></message>
<message><source>List the layers of the model</source><translation>Schichten des Modells aufzählen</translation></message>
<message><source>Duplicate a layer</source><translation>Schicht verdoppeln</translation></message>
<message><source>Put layers into a block</source><translation>Schichten in einen Block setzen</translation></message>
<message><source>Take layers out of a block</source><translation>Schichten aus einem Block nehmen</translation></message>
<message><source>Delete a layer</source><translation>Schicht löschen</translation></message>
<message><source>Layer %1</source><translation>Schicht %1</translation></message>
<message><source>one per class</source><translation>eine je Klasse</translation></message>
<message><source>concatenate the input</source><translation>Eingabe davorstellen</translation></message>
<message><source>add the input</source><translation>Eingabe addieren</translation></message>
<message><source>add the projected input</source><translation>projizierte Eingabe addieren</translation></message>
<message><source>batch-norm</source><translation>Batch-Norm</translation></message>
<message><source>group-norm</source><translation>Group-Norm</translation></message>
<message><source>numbers that come out; "classes": as many as the data set has classes, or one for targets</source><translation>Zahlen, die herauskommen; „classes“: so viele, wie der Datensatz Klassen hat, oder eine bei Zielwerten</translation></message>
<message><source>add a constant to every output</source><translation>zu jeder Ausgabe eine Konstante addieren</translation></message>
<message><source>edge of the square or cube</source><translation>Kante des Quadrats oder Würfels</translation></message>
<message><source>channels that come out</source><translation>Kanäle, die herauskommen</translation></message>
<message><source>zeros added at every edge before the kernel moves</source><translation>Nullen, die an jeder Kante angefügt werden, bevor der Kernel wandert</translation></message>
<message><source>share of the numbers that training sets to zero</source><translation>Anteil der Zahlen, die das Training auf null setzt</translation></message>
<message><source>how many times longer every edge becomes</source><translation>wievielmal länger jede Kante wird</translation></message>
<message><source>how often the block comes, each with weights of its own</source><translation>wie oft der Block kommt, jedes Mal mit eigenen Gewichten</translation></message>
<message><source>Stride</source><translation>Schrittweite des Kernels</translation></message>
<message><source>how far the kernel moves; 2 halves every edge</source><translation>wie weit der Kernel jeweils wandert; 2 halbiert jede Kante</translation></message>
<message><source>Dilation</source><translation>Dehnung</translation></message>
<message><source>distance between the places of the kernel; 1: side by side</source><translation>Abstand der Stellen des Kernels; 1: nebeneinander</translation></message>
<message><source>parts that the channels are split into, each with a kernel of its own; as many as channels arrive: a depthwise convolution</source><translation>Teile, in die die Kanäle zerlegt werden, jeder mit eigenem Kernel; so viele, wie Kanäle ankommen: eine tiefenweise Faltung</translation></message>
<message><source>Group-norm</source><translation>Group-Norm</translation></message>
<message><source>Every group of a sample's channels with the mean 0 and the variance 1, then every channel scaled and shifted.</source><translation>Jede Gruppe von Kanälen eines Beispiels mit Mittelwert 0 und Varianz 1, danach jeder Kanal skaliert und verschoben.</translation></message>
<message><source>parts that the channels are split into</source><translation>Teile, in die die Kanäle zerlegt werden</translation></message>
<message><source>Layer-norm</source><translation>Layer-Norm</translation></message>
<message><source>All numbers of a sample with the mean 0 and the variance 1, then every number scaled and shifted by its own.</source><translation>Alle Zahlen eines Beispiels mit Mittelwert 0 und Varianz 1, danach jede mit eigenen Werten skaliert und verschoben.</translation></message>
<message><source>GELU</source><translation>GELU</translation></message>
<message><source>Every number times the probability that a normal one is below it.</source><translation>Jede Zahl mal der Wahrscheinlichkeit, dass eine normalverteilte darunter liegt.</translation></message>
<message><source>Tanh</source><translation>Tanh</translation></message>
<message><source>Every number becomes one between -1 and 1.</source><translation>Jede Zahl wird eine zwischen −1 und 1.</translation></message>
<message><source>what passes beside the layers; concatenate: what arrives at the block, put before what its layers make of it; identity: what arrives is added; projection: it is added, through a 1×1 convolution without bias where the shapes differ</source><translation>was an den Schichten vorbeiläuft; concatenate: was am Block ankommt, vor dem, was seine Schichten daraus machen; identity: was ankommt, wird addiert; projection: es wird addiert, wo die Formen verschieden sind, durch eine 1×1-Faltung ohne Bias</translation></message>
<message><source>Norm</source><translation>Norm</translation></message>
<message><source>what normalises the result of a projection</source><translation>was das Ergebnis einer Projektion normiert</translation></message>
<message><source>of a projection's group-norm</source><translation>der Group-Norm einer Projektion</translation></message>
<message><source>The mean of every channel: numbers in a row, as many as there are channels.</source><translation>Der Mittelwert jedes Kanals: Zahlen in einer Reihe, so viele, wie es Kanäle gibt.</translation></message>
<message><source>your own files, named by path</source><translation>eigene Dateien, nach ihrem Pfad</translation></message>
<message><source>Global average-pool</source><translation>Globaler Mittelwert-Pool</translation></message>
<message><source>Linear</source><translation>Linear</translation></message>
<message><source>Weighted sums of all numbers that arrive.</source><translation>Gewichtete Summen aller Zahlen, die ankommen.</translation></message>
<message><source>Convolution</source><translation>Faltung</translation></message>
<message><source>A square kernel over pictures, or a cube over volumes.</source><translation>Ein quadratischer Kernel über Bilder, oder ein Würfel über Volumen.</translation></message>
<message><source>Batch-norm</source><translation>Batch-Norm</translation></message>
<message><source>Every channel with the mean 0 and the variance 1 over the batch, then scaled and shifted.</source><translation>Jeder Kanal mit Mittelwert 0 und Varianz 1 über den Stapel, danach skaliert und verschoben.</translation></message>
<message><source>ReLU</source><translation>ReLU</translation></message>
<message><source>Negative numbers become 0.</source><translation>Negative Zahlen werden 0.</translation></message>
<message><source>PReLU</source><translation>PReLU</translation></message>
<message><source>Negative numbers are scaled by one slope, which is learnt.</source><translation>Negative Zahlen werden mit einer gelernten Steigung skaliert.</translation></message>
<message><source>Sigmoid</source><translation>Sigmoid</translation></message>
<message><source>Every number becomes one between 0 and 1. At the end, after one number: the probability of the second of two classes.</source><translation>Jede Zahl wird eine zwischen 0 und 1. Am Ende, nach einer Zahl: die Wahrscheinlichkeit der zweiten von zwei Klassen.</translation></message>
<message><source>Softmax</source><translation>Softmax</translation></message>
<message><source>Numbers, or the channels at each place, become shares of 1.</source><translation>Zahlen, oder die Kanäle an jeder Stelle, werden Anteile von 1.</translation></message>
<message><source>Max-pool</source><translation>Max-Pool</translation></message>
<message><source>The largest number of every square or cube.</source><translation>Die größte Zahl jedes Quadrats oder Würfels.</translation></message>
<message><source>Average-pool</source><translation>Mittelwert-Pool</translation></message>
<message><source>The mean of every square of a picture.</source><translation>Der Mittelwert jedes Quadrats eines Bildes.</translation></message>
<message><source>Dropout</source><translation>Dropout</translation></message>
<message><source>Training sets some numbers to zero and scales up the rest.</source><translation>Das Training setzt einige Zahlen auf null und vergrößert den Rest.</translation></message>
<message><source>Flatten</source><translation>Flach machen</translation></message>
<message><source>All numbers of a picture or volume in a row.</source><translation>Alle Zahlen eines Bildes oder Volumens in einer Reihe.</translation></message>
<message><source>Upsample</source><translation>Vergrößern</translation></message>
<message><source>A volume enlarged, with numbers between its own interpolated.</source><translation>Ein vergrößertes Volumen, mit interpolierten Zahlen zwischen den eigenen.</translation></message>
<message><source>Block</source><translation>Block</translation></message>
<message><source>Layers of its own, which can be repeated or passed by a shortcut. An experiment file lists them under layers.</source><translation>Eigene Schichten, die sich wiederholen lassen oder an denen eine Abkürzung vorbeiführt. Eine Experimentdatei zählt sie unter layers auf.</translation></message>
<message><source>Units</source><translation>Einheiten</translation></message>
<message><source>Channels</source><translation>Kanäle</translation></message>
<message><source>Kernel</source><translation>Kernel</translation></message>
<message><source>Bias</source><translation>Bias</translation></message>
<message><source>Rate</source><translation>Rate</translation></message>
<message><source>Repeat</source><translation>Wiederholungen</translation></message>
<message><source>Shortcut</source><translation>Abkürzung</translation></message>
<message><source>a whole number from %1 to %2 or "classes"</source><translation>eine ganze Zahl von %1 bis %2 oder „classes“</translation></message>
<message><source>1 layer</source><translation>1 Schicht</translation></message>
<message><source>%1 layers</source><translation>%1 Schichten</translation></message>
<message><source>The %1 is not used: LibTorch cannot start it, its driver may be too old.</source><translation>Die Grafikkarte %1 wird nicht benutzt: LibTorch kann sie nicht starten, vielleicht ist ihr Treiber zu alt.</translation></message>
<message><source>The %1 is not used: this program was built with a LibTorch without CUDA (see docs/gpu.md).</source><translation>Die Grafikkarte %1 wird nicht benutzt: Dieses Programm ist mit einer LibTorch ohne CUDA gebaut (siehe docs/gpu.md).</translation></message>
<message><source>1 row with missing values left out</source><translation>1 Zeile mit fehlenden Werten weggelassen</translation></message>
<message><source>%1 rows with missing values left out</source><translation>%1 Zeilen mit fehlenden Werten weggelassen</translation></message>
<message><source>%1 became %2 features, one for each of its categories: %3</source><translation>Aus %1 wurden %2 Merkmale, eines für jede ihrer Kategorien: %3</translation></message>
<message><source>%1 filled in with the mean of %2: %3</source><translation>%1 mit dem Mittelwert %2 ausgefüllt: %3</translation></message>
<message><source>%1 filled in with the median of %2: %3</source><translation>%1 mit dem Median %2 ausgefüllt: %3</translation></message>
<message><source>%1 filled in with the most frequent value of %2: %3</source><translation>%1 mit dem häufigsten Wert %2 ausgefüllt: %3</translation></message>
<message><source>%1 filled in with the most frequent of %2: %3</source><translation>%1 mit der häufigsten Kategorie %2 ausgefüllt: %3</translation></message>
<message><source>1 missing value of %1</source><translation>1 fehlender Wert von %1</translation></message>
<message><source>%1 missing values of %2</source><translation>%1 fehlende Werte von %2</translation></message>
<message><source>column %1 ("%2")</source><translation>Spalte %1 („%2“)</translation></message>
<message><source>the training rows</source><translation>der Trainingszeilen</translation></message>
<message><source>all rows, as the table does not say which ones are for test</source><translation>aller Zeilen (die Tabelle sagt nicht, welche zum Testen sind)</translation></message>
<message><source>all rows, as the table has none for test</source><translation>aller Zeilen (die Tabelle hat keine zum Testen)</translation></message>
<message><source>pictures turned upright, as their EXIF data say: %1</source><translation>Bilder aufgerichtet, wie es ihre EXIF-Daten sagen: %1</translation></message>
<message><source>pictures resized to %1 (stretch): %2</source><translation>Bilder auf %1 gebracht (ganzes Bild verzerrt): %2</translation></message>
<message><source>pictures resized to %1 (crop): %2</source><translation>Bilder auf %1 gebracht (Mitte ausgeschnitten): %2</translation></message>
<message><source>bytes before the first speaker left out: %1</source><translation>Bytes vor dem ersten Sprecher weggelassen: %1</translation></message>
<message><source>clients with fewer than %1 characters left out: %2, so that %3 are left</source><translation>Clients mit weniger als %1 Zeichen weggelassen: %2; %3 bleiben übrig</translation></message>
<message><source>The published files of %1.</source><translation>Die veröffentlichten Dateien von %1.</translation></message>
<message><source>A folder of pictures, a folder for each class.</source><translation>Ein Ordner mit Bildern, ein Ordner für jede Klasse.</translation></message>
<message><source>An archive of pictures, a folder for each class.</source><translation>Ein Archiv mit Bildern, ein Ordner für jede Klasse.</translation></message>
<message><source>Pictures and labels in MNIST's format (IDX).</source><translation>Bilder und Klassen im Format von MNIST (IDX).</translation></message>
<message><source>NumPy arrays: samples in one file, labels in another.</source><translation>NumPy-Arrays: Beispiele in einer Datei, Klassen in einer anderen.</translation></message>
<message><source>A NumPy archive of %1.</source><translation>Ein NumPy-Archiv von %1.</translation></message>
<message><source>A NumPy archive: %1 are the samples, %2 the labels.</source><translation>Ein NumPy-Archiv: %1 sind die Beispiele, %2 die Klassen.</translation></message>
<message><source>%1 pictures in CIFAR's binary version, %2 classes.</source><translation>%1 Bilder in der Binärfassung von CIFAR, %2 Klassen.</translation></message>
<message><source>A table of %1 columns; the last is the class%2</source><translation>Eine Tabelle mit %1 Spalten; die letzte ist die Klasse%2</translation></message>
<message><source>A table of %1 columns; the last is the number to be predicted%2</source><translation>Eine Tabelle mit %1 Spalten; die letzte ist die vorherzusagende Zahl%2</translation></message>
<message><source>A table of %1 columns; column %2 is the class%3</source><translation>Eine Tabelle mit %1 Spalten; Spalte %2 ist die Klasse%3</translation></message>
<message><source>A table of %1 columns; column %2 is the number to be predicted%3</source><translation>Eine Tabelle mit %1 Spalten; Spalte %2 ist die vorherzusagende Zahl%3</translation></message>
<message><source>, column %1 the client, column %2 the split.</source><translation>, Spalte %1 der Client, Spalte %2 Training oder Test.</translation></message>
<message><source>, column %1 the split, column %2 the client.</source><translation>, Spalte %1 Training oder Test, Spalte %2 der Client.</translation></message>
<message><source>, column %1 the client.</source><translation>, Spalte %1 der Client.</translation></message>
<message><source>, column %1 the split.</source><translation>, Spalte %1 Training oder Test.</translation></message>
<message><source>A federation in LEAF's files (JSON): every user is a client.</source><translation>Eine Föderation in Dateien von LEAF (JSON): Jeder Nutzer ist ein Client.</translation></message>
<message><source>A folder with a file for each client.</source><translation>Ein Ordner mit einer Datei für jeden Client.</translation></message>
<message><source>A text: the next character is predicted.</source><translation>Ein Text: Das nächste Zeichen wird vorhergesagt.</translation></message>
<message><source>A text: the next character is predicted; lines NAME: say who speaks.</source><translation>Ein Text: Das nächste Zeichen wird vorhergesagt; Zeilen NAME: sagen, wer spricht.</translation></message>
<message><source>Everybody is in one group.</source><translation>Alle sind in einer Gruppe.</translation></message>
<message><source>Updates that are not finite cannot be compared.</source><translation>Updates, die nicht endlich sind, lassen sich nicht vergleichen.</translation></message>
<message><source>As many groups are left as were asked for.</source><translation>Es sind so viele Gruppen übrig wie verlangt.</translation></message>
<message><source>No further merge would bring a gain.</source><translation>Kein weiterer Zusammenschluss brächte einen Gewinn.</translation></message>
<message><source>No partition was due in this round.</source><translation>In dieser Runde wurde nicht neu gruppiert.</translation></message>
<message><source>The groups were given.</source><translation>Die Gruppen waren vorgegeben.</translation></message>
<message><source>The command chose the groups.</source><translation>Der Befehl hat die Gruppen gewählt.</translation></message>
<message><source>Each client is in the clusters with the smallest losses.</source><translation>Jeder Client ist in den Clustern mit den kleinsten Verlusten.</translation></message>
<message><source>Each client chose the model with the smallest loss.</source><translation>Jeder Client hat das Modell mit dem kleinsten Verlust gewählt.</translation></message>
<message><source>Clients that find the global model appealing train together.</source><translation>Clients, denen das globale Modell zusagt, trainieren zusammen.</translation></message>
<message><source>Round %1 failed in LibTorch: %2</source><translation>Runde %1 ist in LibTorch fehlgeschlagen: %2</translation></message>
<message><source>Round %1 failed: %2</source><translation>Runde %1 ist fehlgeschlagen: %2</translation></message>
<message><source>Round %1 needs more memory than is available: %2</source><translation>Runde %1 braucht mehr Speicher, als da ist: %2</translation></message>
<message><source>Round %1 needs more memory than is available.</source><translation>Runde %1 braucht mehr Speicher, als da ist.</translation></message>
<message><source>1 selected run that is not listed was left out</source><translation>1 gewählter Lauf, der nicht aufgelistet ist, wurde ausgelassen</translation></message>
<message><source>%1 selected runs that are not listed were left out</source><translation>%1 gewählte Läufe, die nicht aufgelistet sind, wurden ausgelassen</translation></message>
<message><source>No program on this computer opens %1</source><translation>Kein Programm auf diesem Rechner öffnet %1</translation></message>
<message><source>Open it with the desktop's program for such files</source><translation>Mit dem Programm öffnen, das der Desktop für solche Dateien hat</translation></message>
<message><source>Open folder</source><translation>Ordner öffnen</translation></message>
<message><source>Show the folder in the file manager</source><translation>Den Ordner in der Dateiverwaltung zeigen</translation></message>
<message><source>Every client errs exactly as much as alone (run %1).</source><translation>Jeder Client irrt genauso oft wie allein (Lauf %1).</translation></message>
<message><source>Every tested client errs exactly as much as alone (run %1).</source><translation>Jeder getestete Client irrt genauso oft wie allein (Lauf %1).</translation></message>
<message><source>%1 errs less than alone (run %2), %3 errs more%4.</source><translation>%1 irrt seltener als allein (Lauf %2), %3 irrt öfter%4.</translation></message>
<message><source>%1 errs less than alone (run %2), %3 err more%4.</source><translation>%1 irrt seltener als allein (Lauf %2), %3 irren öfter%4.</translation></message>
<message><source>%1 err less than alone (run %2), %3 errs more%4.</source><translation>%1 irren seltener als allein (Lauf %2), %3 irrt öfter%4.</translation></message>
<message><source>%1 err less than alone (run %2), %3 err more%4.</source><translation>%1 irren seltener als allein (Lauf %2), %3 irren öfter%4.</translation></message>
<message><source>%1 of %2 tested clients</source><translation>%1 von %2 getesteten Clients</translation></message>
<message><source>%1 of %2 clients</source><translation>%1 von %2 Clients</translation></message>
<message><source>None of %1 clients</source><translation>Keiner von %1 Clients</translation></message>
<message><source>None of %1 tested clients</source><translation>Keiner von %1 getesteten Clients</translation></message>
<message><source>%1 errs less than alone (run %2), none errs more%3.</source><translation>%1 irrt seltener als allein (Lauf %2), keiner irrt öfter%3.</translation></message>
<message><source>%1 err less than alone (run %2), none errs more%3.</source><translation>%1 irren seltener als allein (Lauf %2), keiner irrt öfter%3.</translation></message>
<message><source>%1 tested clients</source><translation>%1 getesteten Clients</translation></message>
<message><source>; client %1 gains most, %2 points, client %3 loses most, %4 points</source><translation>; Client %1 gewinnt am meisten, %2 Prozentpunkte, Client %3 verliert am meisten, %4 Prozentpunkte</translation></message>
<message><source>; client %1 gains most, %2 points</source><translation>; Client %1 gewinnt am meisten, %2 Prozentpunkte</translation></message>
<message><source>; client %1 loses most, %2 points</source><translation>; Client %1 verliert am meisten, %2 Prozentpunkte</translation></message>
<message><source>The groups never changed: %1 from round %2 on.</source><translation>Die Gruppen haben sich nie geändert: %1 ab Runde %2.</translation></message>
<message><source>The groups settled in round %1: %2, the same in the %3 rounds from then on.</source><translation>Die Gruppen stehen seit Runde %1 fest: %2, dieselben in den %3 Runden von da an.</translation></message>
<message><source>The groups never settled: they changed in %1 of %2 rounds, last in round %3.</source><translation>Die Gruppen kamen nie zur Ruhe: Sie änderten sich in %1 von %2 Runden, zuletzt in Runde %3.</translation></message>
<message><source>The groups changed once, in round %1: %2 since.</source><translation>Die Gruppen änderten sich einmal, in Runde %1: seither %2.</translation></message>
<message><source>The groups changed %1 times, last in round %2: %3 since.</source><translation>Die Gruppen änderten sich %1-mal, zuletzt in Runde %2: seither %3.</translation></message>
<message><source>all clients are one group</source><translation>alle Clients in einer Gruppe</translation></message>
<message><source>The groups are not the true ones: in round %1 the adjusted Rand index is %2 (1: the same, 0: as by chance).</source><translation>Die Gruppen sind nicht die wahren: In Runde %1 ist der angepasste Rand-Index %2 (1: dieselben, 0: wie durch Zufall).</translation></message>
<message><source>The groups are the true ones from round %1, the first with groups, on.</source><translation>Die Gruppen sind die wahren ab Runde %1, der ersten mit Gruppen.</translation></message>
<message><source>The groups are the true ones in round %1, the last with groups.</source><translation>Die Gruppen sind die wahren in Runde %1, der letzten mit Gruppen.</translation></message>
<message><source>The groups are the true ones from round %1 to the end.</source><translation>Die Gruppen sind die wahren von Runde %1 bis zum Ende.</translation></message>
<message><source>No other client takes anything from %1 in the last round (%2).</source><translation>Kein anderer Client übernimmt in der letzten Runde (%2) etwas von %1.</translation></message>
<message><source>Client %1 is left behind: it errs %2 %, the mean is %3 %%4.</source><translation>Client %1 bleibt zurück: Er irrt in %2 % der Fälle, das Mittel ist %3 %%4.</translation></message>
<message><source>Client %1 is left behind: it errs %2 %, the mean of %3 is %4 %%5.</source><translation>Client %1 bleibt zurück: Er irrt in %2 % der Fälle, das Mittel von %3 ist %4 %%5.</translation></message>
<message><source>; it has the fewest training samples, %1</source><translation>; er hat die wenigsten Trainingsbeispiele, %1</translation></message>
<message><source>Client %1 never took part in %2.</source><translation>Client %1 nahm in %2 nie teil.</translation></message>
<message><source>Clients %1 never took part in %2.</source><translation>Clients %1 nahmen in %2 nie teil.</translation></message>
<message><source>clients %1</source><translation>Clients %1</translation></message>
<message><source>%1 and %2 others</source><translation>%1 und %2 weiteren</translation></message>
<message><source>%1 and %2</source><translation>%1 und %2</translation></message>
<message><source>It was still learning when it ended: the mean test error fell by %1 points after round %2. More rounds may change the order of arms.</source><translation>Der Lauf lernte am Ende noch: Der mittlere Testfehler fiel nach Runde %2 um %1 Prozentpunkte. Mehr Runden können die Reihenfolge der Varianten ändern.</translation></message>
<message><source>It learned nothing: the mean test error never fell below that of the untrained models, %1 %.</source><translation>Der Lauf hat nichts gelernt: Der mittlere Testfehler fiel nie unter den der untrainierten Modelle, %1 %.</translation></message>
<message><source>Training broke in round %1: a loss is infinite or no number.</source><translation>Das Training brach in Runde %1 zusammen: Ein Verlust ist unendlich oder keine Zahl.</translation></message>
<message><source>Training broke in round %1: a loss of %2 is infinite or no number.</source><translation>Das Training brach in Runde %1 zusammen: Ein Verlust von %2 ist unendlich oder keine Zahl.</translation></message>
<message><source>Training diverged: the mean test loss was %1 in round %2, at first %3%4.</source><translation>Das Training divergierte: Der mittlere Testverlust war %1 in Runde %2, anfangs %3%4.</translation></message>
<message><source>Training diverged: the mean test loss was %1 in round %2, of the untrained models %3%4.</source><translation>Das Training divergierte: Der mittlere Testverlust war %1 in Runde %2, der der untrainierten Modelle %3%4.</translation></message>
<message><source>Training diverged: the mean training loss was %1 in round %2, at first %3%4.</source><translation>Das Training divergierte: Der mittlere Trainingsverlust war %1 in Runde %2, anfangs %3%4.</translation></message>
<message><source>Training diverged: the mean training loss was %1 in round %2, the untrained models' test loss %3%4.</source><translation>Das Training divergierte: Der mittlere Trainingsverlust war %1 in Runde %2, der Testverlust der untrainierten Modelle %3%4.</translation></message>
<message><source>infinite</source><translation>unendlich</translation></message>
<message><source>no number</source><translation>keine Zahl</translation></message>
<message><source>; the mean test error ends at %1 %, before training it was %2 %</source><translation>; der mittlere Testfehler ist am Ende %1 %, vor dem Training war er %2 %</translation></message>
<message><source>The mean test loss was lowest in round %1 (%2) and ends %3 % higher%4.</source><translation>Der mittlere Testverlust war am niedrigsten in Runde %1 (%2) und endet %3 % höher%4.</translation></message>
<message><source>, while the training loss went on falling: the models memorise their own samples</source><translation>, während der Trainingsverlust weiter fiel: Die Modelle merken sich ihre eigenen Beispiele</translation></message>
<message><source>, and the training loss rose too: training diverges</source><translation>, und auch der Trainingsverlust stieg: Das Training divergiert</translation></message>
<message><source>The mean test error of %1 is exactly that of %2 in %3.</source><translation>Der mittlere Testfehler von %1 ist in %3 genau der von %2.</translation></message>
<message><source>%1; to tell this from chance, at least %2 seeds are needed, because the best of %3 other arms was picked.</source><translation>%1; um das von Zufall zu unterscheiden, braucht es mindestens %2 Startzahlen, weil die beste von %3 anderen Varianten ausgesucht wurde.</translation></message>
<message><source>%1; to tell this from chance, at least %2 seeds are needed.</source><translation>%1; um das von Zufall zu unterscheiden, braucht es mindestens %2 Startzahlen.</translation></message>
<message><source>%1, more than chance would give (p %2 for %3 arms).</source><translation>%1, mehr, als Zufall ergäbe (p %2 für %3 Varianten).</translation></message>
<message><source>%1, more than chance would give (p %2).</source><translation>%1, mehr, als Zufall ergäbe (p %2).</translation></message>
<message><source>%1, no more than chance can give (p %2 for %3 arms).</source><translation>%1, nicht mehr, als Zufall ergeben kann (p %2 für %3 Varianten).</translation></message>
<message><source>%1, no more than chance can give (p %2).</source><translation>%1, nicht mehr, als Zufall ergeben kann (p %2).</translation></message>
<message><source>%1, no more than chance can give.</source><translation>%1, nicht mehr, als Zufall ergeben kann.</translation></message>
<message><source>Over %1 the mean test error of %2 is %3 points below that of %4</source><translation>Über %1 liegt der mittlere Testfehler von %2 um %3 Prozentpunkte unter dem von %4</translation></message>
<message><source>Over %1 the mean test error of %2 is %3 points above that of %4</source><translation>Über %1 liegt der mittlere Testfehler von %2 um %3 Prozentpunkte über dem von %4</translation></message>
<message><source>Open</source><translation>Öffnen</translation></message>
</context>
</TS>
