#pragma once

#include "core/experiment/figure_design.h"
#include "core/store/csv_writer.h"
#include "core/store/run_store.h"

#include <ostream>
#include <vector>

namespace coterie {

/// Writes the numbers that the window draws for a figure of these runs, which are of its experiment
/// and arms. The columns depend on the kind: of figures with lines line, x, mean, sd and the number
/// of seeds; of clients each point; of class counts each cell.
[[nodiscard]] Result<void> writeFigureCsv(RunStore& store,
                                          const FigureDesign& figure,
                                          std::vector<RunRow> runs,
                                          std::ostream& out,
                                          CsvReader reader = CsvReader::Any);
/// Of a figure that needs no run.
[[nodiscard]] Result<void>
writeFigureCsv(const FigureDesign& figure, std::ostream& out, CsvReader reader = CsvReader::Any);

} // namespace coterie
